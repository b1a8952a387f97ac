import type { Database } from "#/platform/database/connect.ts";

/** Browsers that knew the account are strangers again: one of them may be why its password or address was changed. */
export async function forgetDevices(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}
