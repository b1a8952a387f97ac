import { requireReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";

/** A list changes students as well as members' rights, so it needs both permissions. Refuses like `requireReach`. */
export async function requireRosterReach(database: Database, session: Session, organizationId: string): Promise<void> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  await requireReach(database, session, { organizationId, permission: "manage_players" });
}
