import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findLiveSession } from "./queries.ts";

/** Whether a session that a call began with still lives; to be asked once its account is held. */
export async function isSessionAlive(database: Database, { digest }: Pick<Session, "digest">): Promise<boolean> {
  return (await findLiveSession(database, digest)) !== undefined;
}
