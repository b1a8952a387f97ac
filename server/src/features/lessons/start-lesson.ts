import type { Lesson } from "@storyport/contract/lessons";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import { bringSessionsIntoLesson } from "#/features/sessions/bring-into-lesson.ts";
import { bringCodesIntoLesson } from "#/features/tokens/bring-into-lesson.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeLesson } from "./describe-lesson.ts";
import { clockCaller, endLesson } from "./end-lesson.ts";
import { findOpenLesson, holdStart, insertLesson, listAccountsOfClass } from "./queries.ts";

/**
 * Starts a lesson of a class (needs PLAY). A class has one lesson: while one runs, a start returns it unchanged, whatever its minutes. A
 * lesson whose time is over ends first, without waiting for its job. Children of the class who logged in a moment before, and are not in a
 * game yet, belong to the lesson too. The bell ends what they open. Refuses like `groupForAccount`.
 */
export async function startLesson(
  { database }: AppContext,
  caller: LoggedInCaller,
  { playerGroupId, minutes }: { playerGroupId: string; minutes: number },
): Promise<Lesson> {
  return database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "PLAY" });
    const open = await findOpenLesson(transaction, group.id);
    if (open !== undefined && open.ended_at === null) return describeLesson(open);
    // A child whose login is under way sees no lesson yet. Its session must be there when the lesson takes sessions in.
    await holdStart(transaction, group.id);
    if (open !== undefined) await endLesson(transaction, clockCaller, { lesson: open, because: "TIME" });
    const startedBy = caller.session.accountId;
    const id = await insertLesson(transaction, { playerGroupId: group.id, organizationId: group.organizationId, startedBy, minutes });
    await bringIn(transaction, { id, playerGroupId: group.id, organizationId: group.organizationId });
    await recordEvent(transaction, caller, {
      event: "lesson_started",
      actorId: startedBy,
      targetId: group.id,
      organizationId: group.organizationId,
      details: { lessonId: id, minutes },
    });
    const started = await findOpenLesson(transaction, group.id);
    if (started === undefined) throw new Error("The lesson was not started.");
    return describeLesson(started);
  });
}

/** Sessions first: a session that becomes a game code meanwhile is found as a code. */
async function bringIn(
  transaction: Transaction<Tables>,
  { id, playerGroupId, organizationId }: { id: string; playerGroupId: string; organizationId: string },
): Promise<void> {
  const atTheDoor = { lessonId: id, organizationId, accountIds: await listAccountsOfClass(transaction, playerGroupId) };
  await bringSessionsIntoLesson(transaction, atTheDoor);
  await bringCodesIntoLesson(transaction, atTheDoor);
}
