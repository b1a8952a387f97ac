import type { UserGroup } from "@storyport/contract/user-groups";
import type { AppContext } from "#/context.ts";
import { isWithin, reachOf, requireReach } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { listGroups } from "./queries.ts";
import type { GroupFilter } from "./queries.ts";

/**
 * The user groups of one's organizations, or of one of them; an administrator's are all (specification, section 7). Hidden and archived
 * ones only where one manages members. An organization that is not one's own answers as absent.
 */
export async function listUserGroups({ database }: AppContext, session: Session, organizationId?: string): Promise<UserGroup[]> {
  const groups = await listGroups(database, await seenBy({ database }, session, organizationId));
  return groups.map((group) => asUserGroup(group));
}

/** The organizations whose groups the caller sees, all of them or one; and those whose hidden and archived ones. */
export async function seenBy({ database }: Pick<AppContext, "database">, session: Session, organizationId?: string): Promise<GroupFilter> {
  if (organizationId !== undefined) await requireReach(database, session, { organizationId, permission: "view_user_group" });
  const narrowed = (reach: Reach): Reach =>
    organizationId === undefined ? reach : isWithin(reach, organizationId) ? [organizationId] : [];
  const seen = narrowed(await reachOf(database, session, "view_user_group"));
  return { seen, managed: await reachOf(database, session, "manage_members") };
}

export function asUserGroup({
  created_at,
  member_count,
  group_managers,
  organizationKey: _,
  ...group
}: Awaited<ReturnType<typeof listGroups>>[number]): UserGroup {
  return { ...group, created: created_at.toISOString(), membersInfo: { memberCount: member_count, groupManagers: group_managers } };
}
