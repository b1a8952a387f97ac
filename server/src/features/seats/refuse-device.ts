import type { LessonBoard } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdRunningLesson } from "#/features/lessons/hold-running-lesson.ts";
import { readBoard } from "#/features/lessons/read-board.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { refuseWait } from "./queries.ts";
import { refusalOfWait } from "./refusal-of-wait.ts";

/**
 * Refuses a waiting device of the school, in a running lesson (needs PLAY). Its code ends, and its game gets access_denied. The device stays
 * the school's. Refuses like `holdRunningLesson` and `refusalOfWait`.
 */
export async function refuseDevice(
  { database }: AppContext,
  caller: LoggedInCaller,
  { lessonId, waitingDeviceId }: { lessonId: string; waitingDeviceId: string },
): Promise<LessonBoard> {
  return database.transaction().execute(async (transaction) => {
    const { lesson, group } = await holdRunningLesson(transaction, caller.session, lessonId);
    const wait = { waitingDeviceId, organizationId: lesson.organization_id };
    const refused = await refuseWait(transaction, wait);
    if (refused === undefined) throw await refusalOfWait(transaction, wait);
    await recordEvent(transaction, caller, {
      event: "seat_refused",
      actorId: caller.session.accountId,
      targetId: group.id,
      organizationId: lesson.organization_id,
      details: { lessonId, deviceId: refused.device_id, deviceName: refused.name },
    });
    return readBoard(transaction, { lessonId, group });
  });
}
