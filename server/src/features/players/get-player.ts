import type { Player } from "@storyport/contract/players";
import type { AppContext } from "#/context.ts";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { reaches } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findPlayer } from "./queries.ts";

/**
 * Returns a player of a group on which the caller holds a right; administrators may read any. Lists only groups with a right; a
 * player without such a group is refused as not found. Only callers who may modify the player see the pass code, and never an administrator
 * who sees the portal as another person. Only owners see the students' accounts.
 */
export async function getPlayer({ database }: Pick<AppContext, "database">, session: Session, playerId: string): Promise<Player> {
  const found = await findPlayer(database, playerId);
  if (found === undefined) throw new Refusal("errors.notFound");
  const levels = await levelsOnGroups(
    database,
    session,
    found.groups.map(({ id }) => id),
  );
  const playerGroups = found.groups.flatMap(({ id, groupName }) => {
    const rightsType = levels.get(id);
    return rightsType === undefined ? [] : [{ id, groupName, rightsType }];
  });
  if (playerGroups.length === 0 && !isAdministrator(session)) throw new Refusal("errors.notFound");
  const mayModify = isAdministrator(session) || playerGroups.some(({ rightsType }) => reaches(rightsType, "MODIFY"));
  const isOwner = isAdministrator(session) || playerGroups.some(({ rightsType }) => reaches(rightsType, "OWNER"));
  const { groups: _, student_ids: studentUserIds, pass_code: passCode, research_code: researchCode, ...player } = found;
  return {
    ...player,
    createdAt: player.createdAt.toISOString(),
    updatedAt: player.updatedAt.toISOString(),
    registeredAt: player.registeredAt?.toISOString() ?? null,
    ...(mayModify && passCode !== null && session.supportView === undefined ? { passCode } : {}),
    ...(researchCode === null ? {} : { researchCode }),
    playerGroups,
    mayModify,
    studentUserIds: isOwner ? studentUserIds : [],
  };
}
