import type { Transaction } from "kysely";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { lessonForAccount } from "./lesson-for-account.ts";
import { findLesson } from "./queries.ts";
import type { LessonRow } from "./queries.ts";

/**
 * Finds a running lesson that the caller may lead (PLAY). Holds it until the transaction ends, so the bell runs before or
 * after. Refuses an ended lesson with errors.lessonOver, and otherwise as `lessonForAccount` does.
 */
export async function holdRunningLesson(
  transaction: Transaction<Tables>,
  session: Session,
  lessonId: string,
): Promise<{ lesson: LessonRow; group: ReachableGroup }> {
  const { lesson, group } = await lessonForAccount(transaction, session, { lessonId, needs: "PLAY" });
  // The bell takes this lock first.
  await holdGroups(transaction, [lesson.player_group_id]);
  const current = await findLesson(transaction, lessonId);
  // The query also gives `ended_at` for a lesson whose time is over and which no job has ended yet.
  if (current === undefined || current.ended_at !== null) throw new Refusal("errors.lessonOver");
  return { lesson: current, group };
}
