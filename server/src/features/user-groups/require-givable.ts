import type { RightsLevel } from "@storyport/contract/vocabulary";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { requireAssignable } from "#/features/rights/assignable-roles.ts";
import { mayGive } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countPlayerGroupsIn } from "./queries.ts";

export interface Gift {
  organizationId: string;
  roles: readonly string[];
  /** Keyed by player group id. */
  rights: ReadonlyMap<string, RightsLevel>;
}

/**
 * Callers cannot give what they do not hold (DESIGN 8.2). Refuses roles with errors.roleNotAssignable, and rights on player
 * groups with errors.notAllowed. An archived group counts as not held. Refuses a player group outside the organization as not found.
 */
export async function requireGivable(database: Database, session: Session, { organizationId, roles, rights }: Gift): Promise<void> {
  await requireAssignable(database, session, { organizationId, roles });
  const ids = [...rights.keys()];
  if (ids.length === 0) return;
  if ((await countPlayerGroupsIn(database, organizationId, ids)) < ids.length) throw new Refusal("errors.notFound");
  const held = await levelsOnGroups(database, session, ids);
  const by = { isAdministrator: isAdministrator(session) };
  if (!ids.every((id) => mayGive(by, held.get(id), rights.get(id)))) throw new Refusal("errors.notAllowed");
}

/** Returns the rights as they are stored: the last entry for each group, and no row for NONE. */
export function rightsByGroup(rights: readonly { playerGroupId: string; rightsType: RightsLevel }[]): Map<string, RightsLevel> {
  const levels = new Map(rights.map(({ playerGroupId, rightsType }) => [playerGroupId, rightsType]));
  return new Map([...levels].filter(([, level]) => level !== "NONE"));
}
