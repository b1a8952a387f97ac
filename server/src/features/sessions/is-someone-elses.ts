import type { Database } from "#/platform/database/connect.ts";
import { findHolder } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";

/** Whether the secret is that of a live session, and of another account; a half session counts too. */
export async function isSomeoneElses(database: Database, secret: string | undefined, accountId: string): Promise<boolean> {
  const holder = secret === undefined ? undefined : await findHolder(database, sessionDigest(secret));
  return holder !== undefined && holder !== accountId;
}
