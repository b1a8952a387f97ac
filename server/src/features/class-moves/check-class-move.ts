import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import type { AppContext } from "#/context.ts";
import { findOrganizationKey } from "#/features/organizations/find-organization-key.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import { groupsIn } from "#/features/player-groups/groups-in.ts";
import { reaches } from "#/features/rights/levels.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { hasRunningLesson, listPlayersToMove, listStudentsToMove } from "./queries.ts";

/**
 * Says what a move from a class means for each of its students and other players. Lists the classes to which they may go. Needs MODIFY, and
 * refuses like `groupForAccount`. Writes nothing. Refuses a target as not found unless it is another class of the school on which the
 * caller has MODIFY.
 */
export async function checkClassMove(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { playerGroupId, toGroupId }: { playerGroupId: string; toGroupId?: string | undefined },
): Promise<ClassMoveCheck> {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "MODIFY" });
  const groups = await groupsIn(database, session, group.organizationId);
  const classes = groups.filter(({ id, level }) => id !== group.id && reaches(level, "MODIFY"));
  if (toGroupId !== undefined && classes.every(({ id }) => id !== toGroupId)) throw new Refusal("errors.notFound");
  const students = await listStudentsToMove(database, { fromGroupId: group.id, toGroupId });
  const without = students.flatMap(({ playerIds }) => playerIds);
  return {
    id: group.id,
    groupName: group.name,
    organization: { id: group.organizationId, organization_key: await findOrganizationKey(database, group.organizationId) },
    mayArchive: reaches(group.level, "OWNER"),
    hasLesson: await hasRunningLesson(database, group.id),
    students: students.map(({ accountId: userId, playerIds: _, ...student }) => ({ userId, ...student })),
    players: await listPlayersToMove(database, { fromGroupId: group.id, toGroupId, without }),
    classes: classes.map(({ id, name }) => ({ playerGroupId: id, groupName: name })),
  };
}
