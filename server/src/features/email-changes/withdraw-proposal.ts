import type { Database } from "#/platform/database/connect.ts";

/**
 * Withdraws the open change of an account's address after an action that makes it pointless. It cannot be answered afterwards. The
 * action's event is enough for the history.
 */
export async function withdrawProposal(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("email_proposals").where("account_id", "=", accountId).execute();
}
