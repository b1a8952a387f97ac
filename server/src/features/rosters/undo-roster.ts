import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdStudents } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endLessonOfArchived } from "#/features/lessons/end-lesson.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import { removeUnusedGroups } from "#/features/player-groups/remove-unused-groups.ts";
import { renameListedGroups } from "#/features/player-groups/rename-listed-groups.ts";
import { takeBackListedRights } from "#/features/player-groups/set-listed-rights.ts";
import { identifyPlayers, placePlayers, renameListedPlayersBack } from "#/features/players/edit-listed-players.ts";
import { holdPlayed } from "#/features/players/hold-played.ts";
import { removeUnusedStudents } from "#/features/players/remove-unused-students.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOwnRun } from "./find-own-run.ts";
import type { Made, StoredChange } from "./listed-roster.ts";
import { claimOrganization } from "./progress-queries.ts";
import { holdRun, listChanges, listRuns } from "./queries.ts";
import { requireRosterReach } from "./require-roster-reach.ts";
import { bindClasses, isUntouched, markUndone, restoreMarks, unbindClasses, unmarkMissing } from "./run-queries.ts";

type Done = StoredChange & { made: Made };

/**
 * Undoes the last applied run of an organization. Removes the students and classes that it made, and moves students back. Restores names,
 * rights, and the marks of missing and kept students. Ended badges stay ended. A later correction by a person stays: a student's name, or a
 * teacher's right. So a teacher who has left gets none. Such a correction does not stop the undo. A student that a teacher has let go stays
 * out of the class too. Works within 24 hours. What the run made, moved and renamed must be as the run left it (errors.rosterTouched). A new
 * student must have no badge, code or login. Of several calls one undoes it (errors.rosterDecided, as for any run that is not applied), and
 * meanwhile the others are refused (errors.rosterUnderWay). It erases students and changes rights, so it needs a recent login
 * (errors.loginTooOld). Refuses a run like `findOwnRun`.
 */
export async function undoRoster({ database }: AppContext, caller: LoggedInCaller, runId: string): Promise<void> {
  const { organization_id: organizationId } = await findOwnRun(database, caller.session, runId);
  await database.transaction().execute(async (transaction) => {
    await requireRecentLogin(transaction, caller.session);
    await claimOrganization(transaction, organizationId);
    // Check again after the lock, because the caller may have left the organization meanwhile.
    await requireRosterReach(transaction, caller.session, organizationId);
    const run = await holdRun(transaction, runId);
    if (run?.status !== "APPLIED") throw new Refusal("errors.rosterDecided");
    const [listed] = await listRuns(transaction, { runId }, 1);
    if (listed?.is_undoable !== true) throw new Refusal("errors.rosterTouched");
    const rows = await listChanges(transaction, runId);
    const done = rows.flatMap(({ change }) => (change.made === undefined ? [] : [{ ...change, made: change.made }]));
    await holdAndCheck(transaction, done);
    await reverse(transaction, caller, { organizationId, done });
    await restoreMarks(transaction, runId);
    await markUndone(transaction, runId, caller.session.accountId);
    const about = { actorId: caller.session.accountId, targetId: organizationId, organizationId };
    await recordEvent(transaction, caller, { event: "roster_undone", ...about, details: { runId, ...run.counts } });
  });
}

function madeStudents(done: readonly Done[]) {
  return done.flatMap(({ thing, made: { accountId, playerId, groupId } }) =>
    thing === "STUDENT" && accountId !== undefined && playerId !== undefined && groupId !== undefined
      ? [{ accountId, playerId, groupId }]
      : [],
  );
}

/** A student who was in the class before the run only left another class. Then `toGroupId` is null, and the undo leaves the student there. */
function movedStudents(done: readonly Done[]) {
  return done.flatMap(({ kind, reason, fromGroupId, groupId, made: { accountId, playerId, groupId: toGroupId } }) => {
    // A new student may have entered the second class alone. The undo removes this student.
    const isMove = kind === "MOVED" || (reason === "twoClasses" && accountId === undefined);
    if (!isMove || playerId === undefined || toGroupId === undefined) return [];
    const wasThere = kind === "MOVED" && groupId === toGroupId;
    return [{ playerId, toGroupId: wasThere ? null : toGroupId, fromGroupId: fromGroupId ?? null }];
  });
}

/** Returns the made students who must be in one class only. A student who joined a second class of the run is in both. */
function placesOf(done: readonly Done[]) {
  const joins = done.filter(({ reason, made }) => reason === "twoClasses" && made.accountId === undefined);
  const joined = new Set(joins.map(({ made }) => made.playerId));
  return madeStudents(done).filter(({ playerId }) => !joined.has(playerId));
}

/** Locks the students and classes until the transaction ends. Refuses them with errors.rosterTouched if they have changed since the run. */
async function holdAndCheck(transaction: Transaction<Tables>, done: readonly Done[]): Promise<void> {
  const students = madeStudents(done);
  const moved = movedStudents(done);
  const ofClasses = done.filter(({ thing }) => thing === "CLASS");
  const groupIds = done.flatMap(({ fromGroupId, made: { groupId } }) => [fromGroupId ?? [], groupId ?? []].flat());
  const hold = () => holdGroups(transaction, [...new Set(groupIds)]);
  const accountIds = students.map(({ accountId }) => accountId);
  const renamed = done.flatMap(({ thing, formerName, playerId = [] }) => (thing === "STUDENT" && formerName !== undefined ? playerId : []));
  // All accounts at once, in their order. `holdStudents` then has those of made students already.
  await holdPlayed(transaction, renamed, accountIds);
  await holdStudents(transaction, accountIds, hold);
  const isAsLeft = await isUntouched(transaction, {
    students: placesOf(done),
    newGroupIds: ofClasses.flatMap(({ made }) => (made.isNew === true ? (made.groupId ?? []) : [])),
    moved,
    renamed: ofClasses.flatMap(({ formerName, name, groupId = "" }) => (formerName === undefined ? [] : [{ groupId, name }])),
  });
  if (!isAsLeft) throw new Refusal("errors.rosterTouched");
}

async function reverse(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, done }: { organizationId: string; done: readonly Done[] },
): Promise<void> {
  const back = movedStudents(done).map(({ playerId, toGroupId, fromGroupId }) => ({
    playerId,
    toGroupId: fromGroupId ?? undefined,
    fromGroupId: toGroupId ?? undefined,
  }));
  await placePlayers(transaction, back);
  await reverseNames(transaction, caller, { organizationId, done });
  const rights = done.flatMap(({ thing, made: { accountId, groupId, before: level = "NONE" } }) =>
    thing !== "TEACHER" || accountId === undefined || groupId === undefined ? [] : [{ groupId, accountId, level }],
  );
  await takeBackListedRights(transaction, caller, { organizationId, rights });
  const identified = done.flatMap(({ reason, made: { accountId, playerId } }) =>
    reason === "looksAlike" && accountId === undefined && playerId !== undefined ? [{ playerId, externalId: null }] : [],
  );
  await identifyPlayers(transaction, identified);
  await unmarkMissing(
    transaction,
    done.flatMap(({ kind, made: { playerId } }) => (kind === "LEFT" ? (playerId ?? []) : [])),
  );
  const ofClasses = done.filter(({ thing }) => thing === "CLASS");
  await reverseBindings(transaction, organizationId, ofClasses);
  await removeUnusedStudents(transaction, madeStudents(done));
  const made = ofClasses.flatMap(({ made: { isNew, groupId } }) => (isNew === true ? (groupId ?? []) : []));
  // Students and lessons refer to their class, so the class goes last.
  for (const groupId of made) await endLessonOfArchived(transaction, caller, groupId);
  await removeUnusedGroups(transaction, made);
}

/**
 * Gives classes the id and the name back that the former list had for them, also archived classes. Others are unknown to lists again.
 */
async function reverseBindings(transaction: Transaction<Tables>, organizationId: string, ofClasses: readonly Done[]): Promise<void> {
  const former = ofClasses.flatMap(({ formerName: name, externalId = "", made: { groupId, formerlyListed } }) => {
    // Runs of previous releases did not keep it. A renamed class was listed before, so its name in the portal stands in.
    const listed = formerlyListed ?? (name === undefined ? undefined : { externalId, name });
    return groupId === undefined || listed === undefined ? [] : [{ groupId, ...listed }];
  });
  await unbindClasses(
    transaction,
    ofClasses.flatMap(({ made: { groupId } }) => groupId ?? []),
  );
  const holders = ofClasses.flatMap(({ made }) => made.formerHolder ?? []);
  await bindClasses(transaction, organizationId, [...former, ...holders]);
}

async function reverseNames(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, done }: { organizationId: string; done: readonly Done[] },
): Promise<void> {
  const named = (thing: "CLASS" | "STUDENT") =>
    done.flatMap(({ formerName, ...change }) => (change.thing === thing && formerName !== undefined ? [{ ...change, formerName }] : []));
  const groups = named("CLASS").flatMap(({ formerName: name, groupId: id }) => (id === undefined ? [] : [{ id, name }]));
  await renameListedGroups(transaction, caller, { organizationId, groups });
  const players = named("STUDENT").flatMap(({ formerName: name, name: listedName, playerId }) =>
    playerId === undefined ? [] : [{ playerId, name, listedName }],
  );
  await renameListedPlayersBack(transaction, caller, { organizationId, players });
}
