import { limits } from "@storyport/contract/limits";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import { highest } from "#/features/rights/levels.ts";
import { isAdministrator, requireReach, withinReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findHeldGroups, listHeldGroupIds } from "./queries.ts";
import type { HeldGroup } from "./queries.ts";

/**
 * Lists the player groups that the caller holds rights on, archived groups too, each with the highest level (specification, sections 3 and
 * 7). Administrators see all. Beyond `mostPlayerGroups`, by name, the list is cut. A given organization limits the list. Refuses an
 * organization like `requireReach`.
 */
export async function listPlayerGroupRights(
  { database }: AppContext,
  { session }: LoggedInCaller,
  organizationId?: string,
): Promise<PlayerGroupRight[]> {
  if (organizationId !== undefined) await requireReach(database, session, { organizationId, permission: "manage_players" });
  const within = organizationId ?? withinReach(session);
  const holder = { accountId: session.accountId, isAdmin: isAdministrator(session) };
  const groups = await findHeldGroups(database, { ...holder, within, most: limits.list.mostPlayerGroups });
  return groups.map(describeRight);
}

/**
 * Lists the ids of all groups that are not archived and that the caller holds rights on, however many. An administrator gets the first
 * `mostPlayerGroups` of the portal by name.
 */
export async function listReadableGroups({ database }: Pick<AppContext, "database">, { session }: LoggedInCaller): Promise<string[]> {
  const isAdmin = isAdministrator(session);
  const most = isAdmin ? limits.list.mostPlayerGroups : undefined;
  return listHeldGroupIds(database, { accountId: session.accountId, isAdmin, within: withinReach(session), most });
}

export function describeRight(group: HeldGroup): PlayerGroupRight {
  return { player_group_id: group.id, group_name: group.name, group_type: group.group_type, rights_type: highest(group.levels) };
}
