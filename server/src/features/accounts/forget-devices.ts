import type { Database } from "#/platform/database/connect.ts";

/** Forgets the known devices of an account. One known device may be the reason for the new password or address. */
export async function forgetDevices(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}
