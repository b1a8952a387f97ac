import type { AppContext } from "#/context.ts";
import { clockCaller, endLesson } from "./end-lesson.ts";
import { takeOverdueLesson } from "./queries.ts";

/** Ends the lessons whose time is over. What they opened has expired by then; this writes the history and notifies the boards. */
export async function endOverdueLessons({ database }: Pick<AppContext, "database">): Promise<void> {
  const endNext = () =>
    database.transaction().execute(async (transaction) => {
      const lesson = await takeOverdueLesson(transaction);
      if (lesson !== undefined) await endLesson(transaction, clockCaller, { lesson, because: "TIME" });
      return lesson !== undefined;
    });
  while (await endNext());
}
