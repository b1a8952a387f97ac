import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { countLinkLetters, lockLinks } from "./queries.ts";

/**
 * Whose doing a letter is. What ANYONE asks for by an e-mail address is counted by that address, where it is asked for
 * (`link-requests`). Letters of a LOGIN or of STAFF have a budget of their own, for each kind of letter.
 */
export type LetterCause = "ANYONE" | "LOGIN" | "STAFF";

export interface Writing {
  accountId: string;
  /** Which letter. */
  name: string;
  cause: LetterCause;
}

const mostAnHour = 3;
const mostADay = 10;

/**
 * Whether the account may be written to: it is still there, and not written to too often (research B3). Others who ask wait until this
 * transaction ends: the answer stays true.
 */
export async function mayBeWrittenTo(transaction: Transaction<Tables>, { accountId, name, cause }: Writing): Promise<boolean> {
  if (!(await lockLinks(transaction, accountId))) return false;
  if (cause === "ANYONE") return true;
  const { hour, day } = await countLinkLetters(transaction, { accountId, name, cause });
  return hour < mostAnHour && day < mostADay;
}

/** Of what a letter counts against in the outbox. */
export function budgetOf(cause: LetterCause): { cause?: "LOGIN" | "STAFF" } {
  return cause === "ANYONE" ? {} : { cause };
}
