import type { RightsLevel } from "@storyport/contract/vocabulary";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { levelOn } from "./group-for-account.ts";
import { findHeldGroups } from "./queries.ts";

/** What the caller holds on each of these groups; those that answer it as absent are left out. */
export async function levelsOnGroups(database: Database, session: Session, groupIds: readonly string[]): Promise<Map<string, RightsLevel>> {
  const isAdmin = isAdministrator(session);
  const { accountId, organizationId } = session;
  const groups = await findHeldGroups(database, { accountId, isAdmin, organizationId, groupIds, most: groupIds.length });
  const usable = groups.filter((group) => group.may_manage && group.group_type !== "ARCHIVED");
  return new Map(usable.map((group) => [group.id, levelOn(group, isAdmin)]));
}
