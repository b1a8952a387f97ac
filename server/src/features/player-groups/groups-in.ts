import type { RightsLevel } from "@storyport/contract/vocabulary";
import { highest } from "#/features/rights/levels.ts";
import { isAdministrator, withinReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findHeldGroups } from "./queries.ts";

export interface GroupWithLevel {
  id: string;
  name: string;
  organizationId: string;
  level: RightsLevel;
}

/** More than any school has. An administrator names the school. */
const most = 10_000;

/**
 * Lists the groups on which the caller holds a right, in one organization or in all within reach. Leaves out archived groups.
 */
export async function groupsIn(database: Database, session: Session, organizationId?: string): Promise<GroupWithLevel[]> {
  const { accountId } = session;
  const groups = await findHeldGroups(database, {
    accountId,
    isAdmin: isAdministrator(session),
    within: organizationId ?? withinReach(session),
    withoutArchived: true,
    most,
  });
  return groups.map(({ id, name, organization_id: of, levels }) => ({ id, name, organizationId: of, level: highest(levels) }));
}
