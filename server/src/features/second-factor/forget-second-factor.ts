import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Deletes an account's second factor and backup codes. Returns whether there was one. The caller ends sessions and e-mails the owner. */
export async function forgetSecondFactor(transaction: Transaction<Tables>, accountId: string): Promise<boolean> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  const deleted = await transaction.deleteFrom("second_factors").where("account_id", "=", accountId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
