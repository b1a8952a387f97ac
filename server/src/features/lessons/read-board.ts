import type { LessonBoard } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { reaches } from "#/features/rights/levels.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeBoard } from "./describe-lesson.ts";
import { lessonForAccount } from "./lesson-for-account.ts";
import { readBoardRow } from "./board-queries.ts";

/** Returns the board of a lesson at this moment, also of an ended lesson. Refuses like `lessonForAccount`; needs READ on the class. */
export async function getLessonBoard(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { lessonId }: { lessonId: string },
): Promise<LessonBoard> {
  const { group } = await lessonForAccount(database, session, { lessonId, needs: "READ" });
  return readBoard(database, { lessonId, group });
}

/** The caller of this function has checked the right on the class. */
export async function readBoard(
  database: Database,
  { lessonId, group }: { lessonId: string; group: Pick<ReachableGroup, "level"> },
): Promise<LessonBoard> {
  const row = await readBoardRow(database, lessonId);
  if (row === undefined) throw new Refusal("errors.notFound");
  return describeBoard(row, reaches(group.level, "PLAY"));
}
