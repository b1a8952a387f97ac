import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { isAdministrator } from "#/features/roles/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findGivenByGroups } from "./queries.ts";

/**
 * The roles that membership in groups of an organization gives. A group that is not of it, or archived, is refused as absent
 * (errors.notFound); one that gives more on a group of players than the caller holds there, as not allowed (errors.notAllowed).
 */
export async function rolesGivenByGroups(
  database: Database,
  session: Session,
  { organizationId, groupIds }: { organizationId: string; groupIds: readonly string[] },
): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const given = await findGivenByGroups(database, { groupIds, organizationId, holderId: session.accountId });
  if (given.group_ids.length < new Set(groupIds).size) throw new Refusal("errors.notFound");
  const isHeld = given.rights.every(({ level, held }) => held.some((own) => rank(own) >= rank(level)) || rank(level) === 0);
  if (!isHeld && !isAdministrator(session)) throw new Refusal("errors.notAllowed");
  return given.roles;
}

/** SPECIAL gives nothing beyond OWNER (DESIGN A12). */
function rank(level: RightsLevel): number {
  return Math.min(rightsLevels.indexOf(level), rightsLevels.indexOf("OWNER"));
}
