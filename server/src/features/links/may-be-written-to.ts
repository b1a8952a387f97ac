import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { countLinkLetters, lockLinks } from "./queries.ts";

/**
 * Who caused a letter. ANYONE can request some letters by e-mail address; they are counted per address at the request (`link-requests`).
 * LOGIN: an attempt to log in, such as with an expired password. STAFF: a user who manages accounts, or the operator. Letters of a LOGIN or
 * of STAFF have their own budget per kind of letter.
 */
export type LetterCause = "ANYONE" | "LOGIN" | "STAFF";

export interface Writing {
  accountId: string;
  /** The name of the letter. */
  name: string;
  cause: LetterCause;
}

const mostAnHour = 3;
const mostADay = 10;

/**
 * Returns whether the account still exists and has not been sent too many letters. Takes the account's lock, so
 * that the result stays true until the transaction ends.
 */
export async function mayBeWrittenTo(transaction: Transaction<Tables>, { accountId, name, cause }: Writing): Promise<boolean> {
  if (!(await lockLinks(transaction, accountId))) return false;
  if (cause === "ANYONE") return true;
  const { hour, day } = await countLinkLetters(transaction, { accountId, name, cause });
  return hour < mostAnHour && day < mostADay;
}

/** Returns the cause that the outbox counts a letter against. */
export function budgetOf(cause: LetterCause): { cause?: "LOGIN" | "STAFF" } {
  return cause === "ANYONE" ? {} : { cause };
}
