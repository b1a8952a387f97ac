import type { Database } from "#/platform/database/connect.ts";
import { countHelpNeeded } from "./board-queries.ts";

export interface RunningLesson {
  endsAt: Date;
  /** The number of children who need help. */
  needHelp: number;
}

/** Returns the running lessons by class. A class without a lesson has no entry. The caller of this function has checked the rights. */
export async function helpNeededIn(database: Database, playerGroupIds: readonly string[]): Promise<Map<string, RunningLesson>> {
  const lessons = await countHelpNeeded(database, playerGroupIds);
  return new Map(lessons.map((lesson) => [lesson.player_group_id, { endsAt: lesson.ends_at, needHelp: lesson.need_help }]));
}
