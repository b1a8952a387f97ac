import type { Database } from "#/platform/database/connect.ts";
import { findHolder } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";

/** Returns whether the secret belongs to a live session of another account. Half sessions count too. */
export async function isSomeoneElses(database: Database, secret: string | undefined, accountId: string): Promise<boolean> {
  const holder = secret === undefined ? undefined : await findHolder(database, sessionDigest(secret));
  return holder !== undefined && holder !== accountId;
}
