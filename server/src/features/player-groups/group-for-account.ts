import type { RightsLevel } from "@storyport/contract/vocabulary";
import { highest, reaches } from "#/features/rights/levels.ts";
import { permissionsIn } from "#/features/rights/permissions-in.ts";
import { isAdministrator, withinReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findHeldGroups } from "./queries.ts";

export interface ReachableGroup {
  id: string;
  name: string;
  organizationId: string;
  level: RightsLevel;
  isArchived: boolean;
  /** Whether the caller manages the members of the organization, and so sees hidden user groups. */
  runsOrganization: boolean;
}

export interface GroupNeed {
  groupId: string;
  needs: "READ" | "PLAY" | "MODIFY" | "OWNER";
  /** Also find archived groups: to view or restore them, or to say that they are archived. */
  archivedToo?: boolean;
}

/**
 * Finds a group that this account may use, by its own rights or by its user groups (specification, section 6). Refuses as not
 * found a group of another organization, a group without any right, and an archived group. Refuses too low a right as not
 * allowed.
 */
export async function groupForAccount(
  database: Database,
  session: Session,
  { groupId, needs, archivedToo = false }: GroupNeed,
): Promise<ReachableGroup> {
  const { accountId } = session;
  const [group] = await findHeldGroups(database, {
    accountId,
    isAdmin: isAdministrator(session),
    within: withinReach(session),
    groupIds: [groupId],
    most: 1,
  });
  if (group === undefined || (group.group_type === "ARCHIVED" && !archivedToo)) throw new Refusal("errors.notFound");
  const level = highest(group.levels);
  if (!reaches(level, needs)) throw new Refusal("errors.notAllowed");
  const permissions = await permissionsIn(database, accountId, group.organization_id);
  return {
    id: group.id,
    name: group.name,
    organizationId: group.organization_id,
    level,
    isArchived: group.group_type === "ARCHIVED",
    runsOrganization: permissions.includes("manage_members"),
  };
}
