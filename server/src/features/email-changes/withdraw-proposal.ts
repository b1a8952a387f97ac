import type { Database } from "#/platform/database/connect.ts";

/**
 * Deletes the open change of an account's address, because another action comes before it: a deactivation, or a change at once. It cannot
 * be answered afterwards. The event of that action is enough for the history. `users/decide-proposal.ts` has a school's own withdrawal.
 */
export async function withdrawProposal(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("email_proposals").where("account_id", "=", accountId).execute();
}
