import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isLastAdministrator } from "./erasure-queries.ts";

/**
 * Refuses an administrator's account with errors.lastAdministrator if no other active administrator would be left. For an administrator
 * it locks all active administrators until the transaction ends. So call it before you lock the account itself.
 */
export async function requireAnotherAdministrator(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  if (await isLastAdministrator(transaction, accountId)) throw new Refusal("errors.lastAdministrator");
}
