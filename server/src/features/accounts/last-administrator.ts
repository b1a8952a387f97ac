import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { isLastAdministrator } from "./erasure-queries.ts";

/**
 * Refuses with errors.lastAdministrator where nobody would be left to run the platform. Locks all administrators until the transaction ends:
 * ask before the account itself is locked.
 */
export async function requireAnotherAdministrator(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  if (await isLastAdministrator(transaction, accountId)) throw new Refusal("errors.lastAdministrator");
}
