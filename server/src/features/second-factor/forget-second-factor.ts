import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Takes an account's second factor and its backup codes away; answers whether there was one. The caller ends sessions and tells the owner. */
export async function forgetSecondFactor(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  const deleted = await transaction.deleteFrom("second_factors").where("account_id", "=", accountId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
