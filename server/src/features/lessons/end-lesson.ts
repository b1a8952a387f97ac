import type { Transaction } from "kysely";
import { recordEvent, recordEvents } from "#/features/audit/record-event.ts";
import { endSessionsOfLesson } from "#/features/sessions/end-badge-sessions.ts";
import { endGrantsOfLesson } from "#/features/tokens/end-badge-grants.ts";
import { endDashboardsOfLesson } from "#/features/tokens/end-session-grants.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { portalNetwork } from "#/platform/http/caller.ts";
import type { Caller, Session } from "#/platform/http/caller.ts";
import { endLessonRow, findOpenLesson } from "./queries.ts";
import type { LessonRow } from "./queries.ts";

/** The caller who ends a lesson whose time is over. It has no session, no request and no address. */
export const clockCaller: Caller & { session?: Session } = { requestId: "end lessons", network: portalNetwork, addressBucket: "" };

export interface LessonEnd {
  lesson: Pick<LessonRow, "id" | "player_group_id" | "organization_id">;
  because: NonNullable<LessonRow["ended_because"]>;
}

/**
 * Ends a lesson and everything that its children opened: sessions, waiting game codes, seats, tokens. Also ends the dashboards of the teacher
 * who started it and of the user who ends it. Does nothing if the lesson has ended. The caller of this function has locked the class. Ends
 * the row first, because logins share its lock. Then it ends sessions, codes and families in this order. A session can become a code, and a
 * code can become a family. The history names no person for a lesson whose time was over.
 */
export async function endLesson(
  transaction: Transaction<Tables>,
  caller: Caller & { session?: Session },
  { lesson, because }: LessonEnd,
): Promise<void> {
  const ended = await endLessonRow(transaction, lesson.id, because);
  if (ended === undefined) return;
  const accountIds = [
    ...(await endSessionsOfLesson(transaction, lesson.id)),
    ...(await endGrantsOfLesson(transaction, { lessonId: lesson.id })),
  ];
  // The class leaves the room, and the dashboard would stay on the teacher's screen.
  await endDashboardsOfLesson(transaction, { lessonId: lesson.id, bellRinger: caller.session?.accountId });
  const by = ended.ended_because === "TIME" ? clockCaller : caller;
  const about = { actorId: by.session?.accountId, organizationId: lesson.organization_id };
  const students = [...new Set(accountIds)];
  const ofStudent = { ...about, details: { playerGroupId: lesson.player_group_id, lessonId: lesson.id } };
  await recordEvents(
    transaction,
    by,
    students.map((targetId) => ({ event: "sessions_ended", targetId, ...ofStudent }) as const),
  );
  const details = { lessonId: lesson.id, because: ended.ended_because, students: students.length };
  await recordEvent(transaction, by, { event: "lesson_ended", targetId: lesson.player_group_id, ...about, details });
}

/** Ends the lesson of a class that is being archived or removed. The caller has locked the class. */
export async function endLessonOfArchived(
  transaction: Transaction<Tables>,
  caller: Caller & { session?: Session },
  playerGroupId: string,
): Promise<void> {
  const lesson = await findOpenLesson(transaction, playerGroupId);
  if (lesson !== undefined) await endLesson(transaction, caller, { lesson, because: "ARCHIVED" });
}
