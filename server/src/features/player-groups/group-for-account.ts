import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { higherLevel } from "#/features/tokens/rights.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findHeldGroups } from "./queries.ts";
import type { HeldGroup } from "./queries.ts";

export interface ReachableGroup {
  id: string;
  name: string;
  organizationId: string;
  level: RightsLevel;
  mayModify: boolean;
  /** Hidden user groups are told to who does. */
  runsOrganization: boolean;
}

export interface GroupNeed {
  groupId: string;
  needs: "READ" | "MODIFY" | "OWNER";
  /** An archived group is absent for everything but looking at it and bringing it back. */
  archivedToo?: boolean;
}

/**
 * A group as this account may use it, by the rights it holds there itself or through its user groups (specification, section 6).
 * A group of another organization, one on which nothing is held and an archived one answer as absent; too little right as not
 * allowed.
 */
export async function groupForAccount(
  database: Database,
  session: Session,
  { groupId, needs, archivedToo = false }: GroupNeed,
): Promise<ReachableGroup> {
  const isAdmin = session.permissions.includes("admin");
  const { accountId, organizationId } = session;
  const [group] = await findHeldGroups(database, { accountId, isAdmin, organizationId, groupIds: [groupId], most: 1 });
  if (group === undefined || (group.group_type === "ARCHIVED" && !archivedToo)) throw new Refusal("errors.notFound");
  const level = levelOn(group, isAdmin);
  if (!group.may_manage || !reaches(level, needs)) throw new Refusal("errors.notAllowed");
  return {
    id: group.id,
    name: group.name,
    organizationId: group.organization_id,
    level,
    mayModify: reaches(level, "MODIFY"),
    runsOrganization: isAdmin || group.runs_organization,
  };
}

/** The highest of what is held; an administrator owns every group, and who runs an organization all of its groups. */
export function levelOn(group: Pick<HeldGroup, "levels" | "runs_organization">, isAdmin: boolean): RightsLevel {
  return group.levels.reduce(higherLevel, isAdmin || group.runs_organization ? "OWNER" : "NONE");
}

/** SPECIAL grants nothing more than OWNER (DESIGN A12), and nothing less. */
export function reaches(level: RightsLevel, needed: RightsLevel): boolean {
  return rightsLevels.indexOf(level) >= rightsLevels.indexOf(needed);
}
