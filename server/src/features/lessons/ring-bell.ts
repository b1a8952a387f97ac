import type { LessonBoard } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import { endOneTimeCodes } from "#/features/qr-login/void-one-time-codes.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { endLesson } from "./end-lesson.ts";
import { holdLesson } from "./hold-running-lesson.ts";
import { readBoard } from "./read-board.ts";

/**
 * Rings the bell (needs PLAY). In one transaction it ends the class's unused one-time codes, and the lesson with all that `endLesson`
 * names. A second bell does nothing. Returns the last board. Refuses as `lessonForAccount` does.
 */
export async function ringBell({ database }: AppContext, caller: LoggedInCaller, { lessonId }: { lessonId: string }): Promise<LessonBoard> {
  return database.transaction().execute(async (transaction) => {
    const { lesson, group } = await holdLesson(transaction, caller.session, lessonId);
    // Locks the codes before the lesson, in the order in which a login takes code and lesson.
    if (lesson.ended_at === null) await endOneTimeCodes(transaction, caller, { group, chosen: "all" });
    await endLesson(transaction, caller, { lesson, because: "BELL" });
    return readBoard(transaction, { lessonId, group });
  });
}
