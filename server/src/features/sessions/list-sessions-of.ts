import type { Database } from "#/platform/database/connect.ts";
import { findPortalSessions } from "./queries.ts";
import type { PortalSession } from "./queries.ts";

/** Lists the live sessions of another account for an administrator, last used first. */
export async function listSessionsOf(database: Database, accountId: string): Promise<Omit<PortalSession, "digest">[]> {
  const sessions = await findPortalSessions(database, accountId);
  return sessions.map(({ digest: _, ...session }) => session).toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
}
