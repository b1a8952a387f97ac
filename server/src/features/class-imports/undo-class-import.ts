import type { AppContext } from "#/context.ts";
import { holdStudents } from "#/features/accounts/hold-account.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import { endLessonOfArchived } from "#/features/lessons/end-lesson.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import { removeUnusedGroups } from "#/features/player-groups/remove-unused-groups.ts";
import { removeUnusedStudents } from "#/features/players/remove-unused-students.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { requireRightsOn } from "./import-rights.ts";
import { findStates, holdImport, listClasses, listImportedStudents, markUndone } from "./queries.ts";
import { obstacleOf } from "./undo-window.ts";

/**
 * Undoes an import: erases its students and removes the classes that it created. Works once, within 24 hours, and only as long as its
 * students and classes are unused; each obstacle has its own refusal. After a quarter of an hour it needs a recent login
 * (errors.loginTooOld), because it erases children and ends badges that are handed out. Needs OWNER on the classes that it created and
 * MODIFY on the other classes. Refuses like `requireRightsOn`.
 */
export async function undoClassImport({ database }: AppContext, caller: LoggedInCaller, importId: string): Promise<void> {
  const { accountId: actorId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    const found = await holdImport(transaction, importId);
    if (found === undefined) throw new Refusal("errors.notFound");
    const classes = await listClasses(transaction, importId);
    const rights = { found, classes, needs: "undo" } as const;
    // Before the locks, so that a caller without the rights blocks nobody.
    await requireRightsOn(transaction, caller.session, rights);
    if (!found.is_just_made) await requireRecentLogin(transaction, caller.session);
    const students = await listImportedStudents(transaction, importId);
    // From here on no student can log in or change, and none can join.
    const accountIds = students.map(({ accountId }) => accountId);
    const groupIds = classes.map(({ id }) => id);
    await holdStudents(transaction, accountIds, () => holdGroups(transaction, groupIds));
    // Check again after the locks, because a call that held them may have taken a right.
    await requireRightsOn(transaction, caller.session, rights);
    const state = (await findStates(transaction, [importId])).get(importId);
    // The import is locked, so it always has a state.
    const obstacle = state && obstacleOf(state);
    if (obstacle !== undefined) throw new Refusal(obstacle);
    await removeUnusedStudents(transaction, students);
    await markUndone(transaction, importId, actorId);
    const events = classes.map(({ id, is_new: isRemoved }) => {
      const inClass = students.filter(({ playerGroupId }) => playerGroupId === id).length;
      const about = { actorId, targetId: id, organizationId: found.organization_id };
      return { event: "class_import_undone", ...about, details: { importId, isRemoved, students: inClass } } as const;
    });
    const removed = classes.flatMap(({ id, is_new: isNew }) => (isNew ? [id] : []));
    // Lessons refer to their class, so the class goes last.
    for (const id of removed) await endLessonOfArchived(transaction, caller, id);
    await recordEvents(transaction, caller, events);
    await removeUnusedGroups(transaction, removed);
  });
}
