import type { Database } from "#/platform/database/connect.ts";
import { findPasskeys } from "./queries.ts";

/** Returns whether the account can log in by a passkey. A passkey that may have been copied does not count. */
export async function hasPasskey(database: Database, accountId: string): Promise<boolean> {
  return (await findPasskeys(database, accountId)).some(({ copied_at }) => copied_at === null);
}
