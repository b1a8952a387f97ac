import type { Transaction } from "kysely";
import { requireReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { lockOrganization } from "./progress-queries.ts";

/** A list changes students as well as members' rights, so it needs both permissions. Refuses like `requireReach`. */
export async function requireRosterReach(database: Database, session: Session, organizationId: string): Promise<void> {
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  await requireReach(database, session, { organizationId, permission: "manage_players" });
}

/** Locks an organization as `lockOrganization` does. Refuses like `requireRosterReach` a caller who has lost it during the wait. */
export async function lockReached(transaction: Transaction<Tables>, session: Session, organizationId: string): Promise<void> {
  await lockOrganization(transaction, organizationId);
  await requireRosterReach(transaction, session, organizationId);
}
