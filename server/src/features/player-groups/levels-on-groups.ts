import type { RightsLevel } from "@storyport/contract/vocabulary";
import { highest } from "#/features/rights/levels.ts";
import { isAdministrator, withinReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { findHeldGroups } from "./queries.ts";

/** Returns the caller's rights level on each of these groups. Leaves out archived groups and groups that the caller cannot find. */
export async function levelsOnGroups(database: Database, session: Session, groupIds: readonly string[]): Promise<Map<string, RightsLevel>> {
  const { accountId } = session;
  const groups = await findHeldGroups(database, {
    accountId,
    isAdmin: isAdministrator(session),
    within: withinReach(session),
    groupIds,
    withoutArchived: true,
    most: groupIds.length,
  });
  return new Map(groups.map((group) => [group.id, highest(group.levels)]));
}
