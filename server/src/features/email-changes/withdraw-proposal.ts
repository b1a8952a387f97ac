import type { Database } from "#/platform/database/connect.ts";

/** Withdraws the open change of an account's address, whatever makes it pointless: nobody answers it any more. */
export async function withdrawProposal(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("email_proposals").where("account_id", "=", accountId).execute();
}
