import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findLesson } from "./queries.ts";
import type { LessonRow } from "./queries.ts";

export interface LessonNeed {
  lessonId: string;
  needs: "READ" | "PLAY";
}

/** Finds a lesson, also an ended lesson, by the caller's rights on its class. Refuses as `groupForAccount` does: an archived class has no lessons. */
export async function lessonForAccount(
  database: Database,
  session: Session,
  { lessonId, needs }: LessonNeed,
): Promise<{ lesson: LessonRow; group: ReachableGroup }> {
  const lesson = await findLesson(database, lessonId);
  if (lesson === undefined) throw new Refusal("errors.notFound");
  return { lesson, group: await groupForAccount(database, session, { groupId: lesson.player_group_id, needs }) };
}
