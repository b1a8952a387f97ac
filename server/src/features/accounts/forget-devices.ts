import type { Database } from "#/platform/database/connect.ts";

/** Forgets the known devices of an account that gets a new password or owner. A stranger's device may be among them. */
export async function forgetDevices(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}
