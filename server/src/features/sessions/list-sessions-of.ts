import type { Database } from "#/platform/database/connect.ts";
import { findPortalSessions } from "./queries.ts";
import type { PortalSession } from "./queries.ts";

/** The live sessions of somebody else's account, as an administrator sees them: what was used last first. */
export async function listSessionsOf(database: Database, accountId: string): Promise<Omit<PortalSession, "digest">[]> {
  const sessions = await findPortalSessions(database, accountId);
  return sessions.map(({ digest: _, ...session }) => session).toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
}
