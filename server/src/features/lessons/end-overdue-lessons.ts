import type { AppContext } from "#/context.ts";
import { portalNetwork } from "#/platform/http/caller.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { endLesson } from "./end-lesson.ts";
import { takeOverdueLesson } from "./queries.ts";

/** The job that ends lessons by their time has no request and no address. */
const clockCaller: Caller = { requestId: "end lessons", network: portalNetwork, addressBucket: "" };

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
