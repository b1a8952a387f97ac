import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { countAskedLetters, lockLinks } from "./queries.ts";

const mostAnHour = 3;
const mostADay = 10;

/**
 * Whether one more letter may go to an account that anybody can ask for: three an hour and ten a day, of all kinds together, so
 * that nobody floods another's mailbox (research B3). Others who ask wait until this transaction ends: the answer stays true.
 */
export async function mayBeWrittenTo(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  if (!(await lockLinks(transaction, accountId))) return false;
  const { hour, day } = await countAskedLetters(transaction, accountId);
  return hour < mostAnHour && day < mostADay;
}
