import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { reaches } from "#/features/rights/levels.ts";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { ReachableGroup } from "./group-for-account.ts";
import { findGroupDetails, listGroupRights } from "./queries.ts";

/**
 * Describes a group for its page. Only owners see who holds which rights. Only managers of members see hidden user groups. Callers who have
 * just given up their last right see no players. Refuses a missing group as not found.
 */
export async function describePlayerGroup(
  database: Database,
  { id, level, runsOrganization: hiddenToo }: Pick<ReachableGroup, "id" | "level" | "runsOrganization">,
): Promise<PlayerGroupDetails> {
  const details = await findGroupDetails(database, id);
  if (details === undefined) throw new Refusal("errors.notFound");
  const { created_at: createdAt, players: all, ...group } = details;
  const players = reaches(level, "READ") ? all : [];
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    rightsType: level,
    playerIds: players.map((player) => player.id),
    players,
    ...(reaches(level, "OWNER") ? { rights: await listGroupRights(database, id, { hiddenToo }) } : {}),
  };
}
