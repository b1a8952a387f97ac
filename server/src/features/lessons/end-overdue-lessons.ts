import type { AppContext } from "#/context.ts";
import { clockCaller, endLesson } from "./end-lesson.ts";
import { takeOverdueLesson } from "./queries.ts";

/**
 * Ends the lessons whose time is over. What their children opened has expired by then. This writes the history, notifies the boards, and
 * ends the dashboards of the teachers who started them.
 */
export async function endOverdueLessons({ database }: Pick<AppContext, "database">): Promise<void> {
  const endNext = () =>
    database.transaction().execute(async (transaction) => {
      const lesson = await takeOverdueLesson(transaction);
      if (lesson !== undefined) await endLesson(transaction, clockCaller, { lesson, because: "TIME" });
      return lesson !== undefined;
    });
  while (await endNext());
}
