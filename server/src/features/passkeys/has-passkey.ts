import type { Database } from "#/platform/database/connect.ts";
import { findPasskeys } from "./queries.ts";

/**
 * Returns whether the account has a passkey. A passkey that may have been copied does not count. Only `allowsPasskey` says whether the
 * account's login types let a passkey log in.
 */
export async function hasPasskey(database: Database, accountId: string): Promise<boolean> {
  return (await findPasskeys(database, accountId)).some(({ copied_at }) => copied_at === null);
}
