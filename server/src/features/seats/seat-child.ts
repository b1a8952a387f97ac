import type { LessonBoard } from "@storyport/contract/lessons";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdRunningLesson } from "#/features/lessons/hold-running-lesson.ts";
import { readBoard } from "#/features/lessons/read-board.ts";
import { studentsWithBadge } from "#/features/qr-login/students-with-badge.ts";
import { refusalToOpen } from "#/features/rights/may-open.ts";
import { endGrantsOfLesson } from "#/features/tokens/end-badge-grants.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeSeat } from "./queries.ts";
import { refusalOfWait } from "./refusal-of-wait.ts";

export interface Seating {
  lessonId: string;
  waitingDeviceId: string;
  studentUserId: string;
}

/**
 * Seats a student of a running lesson at a waiting device of the school (needs PLAY). The conditions are those of a badge. If teachers seat
 * children at one device at once, one wins (errors.seatTaken for the others). A child who plays elsewhere in this lesson moves: what it had
 * open there ends. Refuses like `holdRunningLesson`, `studentsWithBadge` and `refusalOfWait`, and a game that the student may not open with
 * the code of `refusalToOpen`.
 */
export async function seatChild({ database }: AppContext, caller: LoggedInCaller, seating: Seating): Promise<LessonBoard> {
  const { lessonId, waitingDeviceId, studentUserId } = seating;
  return database.transaction().execute(async (transaction) => {
    // Accounts are locked before classes. So a deactivation runs either before this or finds the seat.
    await holdAccount(transaction, studentUserId, "share");
    const { lesson, group } = await holdRunningLesson(transaction, caller.session, lessonId);
    await studentsWithBadge(transaction, group.id, [studentUserId]);
    // Before the new seat, because this ends every seat of the child in the lesson.
    await endGrantsOfLesson(transaction, { lessonId, accountId: studentUserId });
    const organizationId = lesson.organization_id;
    const seat = await takeSeat(transaction, { waitingDeviceId, organizationId, lessonId, accountId: studentUserId });
    if (seat === undefined) throw await refusalOfWait(transaction, { waitingDeviceId, organizationId });
    await requireGame(transaction, { accountId: studentUserId, organizationId, gameId: seat.game_id });
    await recordEvent(transaction, caller, {
      event: "child_seated",
      actorId: caller.session.accountId,
      targetId: studentUserId,
      organizationId,
      details: { playerGroupId: group.id, lessonId, deviceId: seat.device_id, deviceName: seat.name },
    });
    return readBoard(transaction, { lessonId, group });
  });
}

async function requireGame(
  transaction: Transaction<Tables>,
  { accountId, organizationId, gameId }: { accountId: string; organizationId: string; gameId: number },
): Promise<void> {
  const refusal = await refusalToOpen(transaction, {
    accountId,
    organizationId,
    gameId,
    clientId: String(gameId),
    loginType: "QRCODE",
  });
  if (refusal !== undefined) throw new Refusal(refusal);
}
