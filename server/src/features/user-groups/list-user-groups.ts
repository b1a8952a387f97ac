import type { UserGroup } from "@storyport/contract/user-groups";
import type { AppContext } from "#/context.ts";
import { isWithin, reachOf, requireReach } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { listGroups } from "./queries.ts";
import type { GroupFilter } from "./queries.ts";

/**
 * Lists the user groups of the caller's organizations, or of one organization; administrators see all (specification, section 7). The list
 * ends after 1000 groups (`listGroups`). Hidden and archived groups appear only where the caller manages members. Refuses an organization
 * outside the caller's reach like `requireReach`.
 */
export async function listUserGroups({ database }: AppContext, session: Session, organizationId?: string): Promise<UserGroup[]> {
  const groups = await listGroups(database, await seenBy({ database }, session, organizationId));
  return groups.map((group) => asUserGroup(group));
}

/**
 * Returns the organizations whose groups the caller sees, and the organizations whose hidden and archived groups the caller sees too.
 * Refuses like `requireReach`.
 */
export async function seenBy({ database }: Pick<AppContext, "database">, session: Session, organizationId?: string): Promise<GroupFilter> {
  if (organizationId !== undefined) await requireReach(database, session, { organizationId, permission: "view_user_group" });
  const narrowed = (reach: Reach): Reach =>
    organizationId === undefined ? reach : isWithin(reach, organizationId) ? [organizationId] : [];
  const seen = narrowed(await reachOf(database, session, "view_user_group"));
  return { seen, managed: await reachOf(database, session, "manage_members") };
}

/** The group as the specification has it. Only a search also names the organization's key. */
export function asUserGroup({
  created_at,
  member_count,
  group_managers,
  organizationKey: _,
  ...group
}: Awaited<ReturnType<typeof listGroups>>[number]): UserGroup {
  return { ...group, created: created_at.toISOString(), membersInfo: { memberCount: member_count, groupManagers: group_managers } };
}
