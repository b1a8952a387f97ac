import { highest } from "#/features/rights/levels.ts";
import { withinReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import type { GroupWithLevel } from "./groups-in.ts";
import { findHeldGroups } from "./queries.ts";

/** More than any account holds by itself. */
const most = 10_000;

/**
 * Lists the groups on which the caller holds a right in their own organizations, without archived groups. An administrator too gets only
 * these groups, unlike from `groupsIn`.
 */
export async function ownGroups(database: Database, session: Session): Promise<GroupWithLevel[]> {
  const { accountId } = session;
  const held = { accountId, isAdmin: false, within: withinReach(session) };
  const groups = await findHeldGroups(database, { ...held, withoutArchived: true, most });
  return groups.map(({ id, name, organization_id: organizationId, levels }) => ({ id, name, organizationId, level: highest(levels) }));
}
