import type { OneTimeCode } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { issueCodes } from "#/features/qr-login/issue-one-time-codes.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdRunningLesson } from "./hold-running-lesson.ts";

/**
 * Gives a student of a running lesson a one-time code (needs PLAY). Refuses an ended lesson with errors.lessonOver, and otherwise as
 * `issueOneTimeCodes` does.
 */
export async function giveLessonCode(
  { database, vault }: AppContext,
  caller: LoggedInCaller,
  { lessonId, studentUserId }: { lessonId: string; studentUserId: string },
): Promise<OneTimeCode> {
  return database.transaction().execute(async (transaction) => {
    const { group } = await holdRunningLesson(transaction, caller.session, lessonId);
    const [code] = await issueCodes(transaction, vault, { caller, group, chosen: [studentUserId] });
    if (code === undefined) throw new Refusal("errors.notFound");
    return code;
  });
}
