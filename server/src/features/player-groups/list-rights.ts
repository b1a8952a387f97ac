import { limits } from "@storyport/contract/limits";
import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import type { AppContext } from "#/context.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { levelOn } from "./group-for-account.ts";
import { findHeldGroups } from "./queries.ts";
import type { HeldGroup } from "./queries.ts";

/**
 * The player groups one holds rights on, with the highest of them; an administrator's are all (specification, sections 3 and 7). Of one
 * organization only where it is named; one that is not one's own answers as absent.
 */
export async function listRights({ database }: AppContext, { session }: LoggedInCaller, within?: string): Promise<PlayerGroupRight[]> {
  if (within !== undefined) await requireReach(database, session, { organizationId: within, permission: "manage_players" });
  const isAdmin = session.permissions.includes("admin");
  const { accountId, organizationId } = session;
  const groups = await findHeldGroups(database, { accountId, isAdmin, organizationId, within, most: limits.list.mostPlayerGroups });
  return groups.filter((group) => group.may_manage).map((group) => describeRight(group, isAdmin));
}

export function describeRight(group: HeldGroup, isAdmin: boolean): PlayerGroupRight {
  return { player_group_id: group.id, group_name: group.name, group_type: group.group_type, rights_type: levelOn(group, isAdmin) };
}
