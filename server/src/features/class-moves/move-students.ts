import type { ClassMoveResult, moveStudents as endpoint } from "@storyport/contract/class-moves";
import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import { archiveGroupIn } from "#/features/player-groups/archive-group.ts";
import { createGroupIn } from "#/features/player-groups/create-player-group.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import { movePlayers } from "#/features/players/move-players.ts";
import { endClassLogins } from "#/features/qr-login/end-class-logins.ts";
import { issueFirstBadges } from "#/features/qr-login/issue-badges.ts";
import { studentsWithBadge } from "#/features/qr-login/students-with-badge.ts";
import { endBadges } from "#/features/qr-login/void-badges.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listPlayersToMove, listStudentsToMove } from "./queries.ts";

type Move = { playerGroupId: string } & z.output<typeof endpoint.body>;
type Target = Pick<ReachableGroup, "id" | "name" | "organizationId">;

/**
 * Moves students and other players of a class to another or a new class of their school, in one transaction. Needs MODIFY on both (for a
 * new class the right to create it), and OWNER to archive the class that they leave. Their badges and codes of that class end, with what
 * they opened, also in a running lesson. If a student has left meanwhile or a class is archived, no student moves
 * (errors.classMoveChanged). Refuses a class of another school as not found, and the class itself with errors.invalidInput. Refuses a
 * target that would be too large with errors.playerGroupFull, and too low a right as not allowed. New badges for several students need a
 * recent login (errors.loginTooOld).
 */
export async function moveStudents(context: AppContext, caller: LoggedInCaller, move: Move): Promise<ClassMoveResult> {
  const { archivesClass, issuesBadges } = move;
  // New badges for several students need a recent login, as in `issueBadges`.
  if (issuesBadges && move.studentUserIds.length > 1) await requireRecentLogin(context.database, caller.session);
  return context.database.transaction().execute(async (transaction) => {
    // The later of two teachers who move a class finds it archived. The refusal below says so, and "not found" would not.
    const wanted = { groupId: move.playerGroupId, needs: archivesClass ? "OWNER" : "MODIFY", archivedToo: true } as const;
    const from = await groupForAccount(transaction, caller.session, wanted);
    const to = await findTarget(transaction, caller, { from, target: move.target });
    const open = await holdGroups(transaction, [from.id, to.id]);
    if (open.length < 2) throw new Refusal("errors.classMoveChanged");
    // Check again after the lock, because a call that held it may have taken a right.
    await groupForAccount(transaction, caller.session, wanted);
    await groupForAccount(transaction, caller.session, { groupId: to.id, needs: "MODIFY" });
    const { accountIds, playerIds, count } = await choose(transaction, { from, move });
    // An archived class still shows its former students.
    await movePlayers(transaction, { playerIds, fromGroupId: from.id, toGroupId: to.id, staysListed: archivesClass });
    if (archivesClass) await archiveGroupIn(transaction, caller, from);
    else if (accountIds.length > 0) await endClassLogins(transaction, caller, { group: from, chosen: accountIds });
    await recordMove(transaction, caller, { from, to, accountIds, count });
    const badges = issuesBadges ? await giveBadges(context, transaction, { caller, group: to, accountIds }) : [];
    return { playerGroupId: to.id, groupName: to.name, students: count, badges };
  });
}

async function findTarget(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { from, target }: { from: ReachableGroup; target: Move["target"] },
): Promise<Target> {
  const { organizationId } = from;
  if ("name" in target)
    return { ...(await createGroupIn(transaction, caller, { name: target.name, organizationId })), name: target.name, organizationId };
  if (target.playerGroupId === from.id) throw new Refusal("errors.invalidInput");
  const group = await groupForAccount(transaction, caller.session, { groupId: target.playerGroupId, needs: "MODIFY", archivedToo: true });
  if (group.organizationId !== organizationId) throw new Refusal("errors.notFound");
  return group;
}

interface Chosen {
  accountIds: string[];
  /** The players of the students, and the players without a student. */
  playerIds: string[];
  /** Students and players without a student. */
  count: number;
}

/** Finds who moves. The caller of this function holds the class, so no player joins or leaves it. A student may still leave the school. */
async function choose(transaction: Transaction<Tables>, { from, move }: { from: Target; move: Move }): Promise<Chosen> {
  const [chosenStudents, chosenPlayers] = [new Set(move.studentUserIds), new Set(move.playerIds)];
  const all = await listStudentsToMove(transaction, { fromGroupId: from.id });
  const others = await listPlayersToMove(transaction, { fromGroupId: from.id, without: all.flatMap((student) => student.playerIds) });
  const students = all.filter(({ accountId }) => chosenStudents.has(accountId));
  const players = others.filter(({ playerId }) => chosenPlayers.has(playerId));
  const count = students.length + players.length;
  if (count < chosenStudents.size + chosenPlayers.size) throw new Refusal("errors.classMoveChanged");
  return {
    accountIds: students.map(({ accountId }) => accountId),
    playerIds: [...students.flatMap((student) => student.playerIds), ...players.map(({ playerId }) => playerId)],
    count,
  };
}

/** Records the move once for the class, and once for each student. */
async function recordMove(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { from, to, accountIds, count }: { from: Target; to: Target; accountIds: readonly string[]; count: number },
): Promise<void> {
  const about = { actorId: caller.session.accountId, organizationId: from.organizationId };
  const ofStudent = { ...about, event: "student_moved", details: { playerGroupId: to.id, fromGroupId: from.id } } as const;
  await recordEvents(transaction, caller, [
    { ...about, event: "class_moved", targetId: from.id, details: { playerGroupId: to.id, students: count } },
    ...accountIds.map((targetId) => ({ ...ofStudent, targetId })),
  ]);
}

/** A student who has a badge of the new class already keeps it. */
async function giveBadges(
  context: AppContext,
  transaction: Transaction<Tables>,
  { caller, group, accountIds }: { caller: LoggedInCaller; group: Target; accountIds: readonly string[] },
): Promise<BadgeEntry[]> {
  // All who may log in by badge. Without a badge that is valid, `badge_expires_at` is null.
  const known = await studentsWithBadge(transaction, group.id, "all");
  const students = known.filter(({ id, badge_expires_at: until }) => accountIds.includes(id) && until === null);
  if (students.length === 0) return [];
  // Badges that have expired make room for new ones.
  await endBadges(transaction, caller, { group, chosen: students.map(({ id }) => id) });
  return issueFirstBadges(context, transaction, { caller, group, students });
}
