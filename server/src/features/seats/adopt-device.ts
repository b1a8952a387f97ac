import type { Transaction } from "kysely";
import type { LessonBoard } from "@storyport/contract/lessons";
import { readUserCode } from "@storyport/contract/user-code";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdRunningLesson } from "#/features/lessons/hold-running-lesson.ts";
import { readBoard } from "#/features/lessons/read-board.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { portalNetwork } from "#/platform/http/caller.ts";
import type { Caller, LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { returnAttempt, takeAttempts, throttleKey } from "#/platform/throttle.ts";
import type { Count, ThrottlePolicy } from "#/platform/throttle.ts";
import { hasGame, insertDevice, markRemoved, takeCode } from "./queries.ts";
import type { DeviceInSchool, TakenCode } from "./queries.ts";

/** A teacher mistypes now and then. A school's teachers share an address. */
const accountPolicy: ThrottlePolicy = { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 600, stopAt: 60, windowSeconds: 3600 };
const addressPolicy: ThrottlePolicy = { free: 60, firstWaitSeconds: 5, longestWaitSeconds: 60, stopAt: 600, windowSeconds: 3600 };

export interface Adoption {
  lessonId: string;
  userCode: string;
}

/**
 * Adopts the device that shows this code, for the school of a running lesson (needs PLAY; RFC 8628, section 3.3). The device leaves its
 * former school, whose history says that it went, but not where. Guesses are counted before the check (errors.tooManyAttempts). Refuses a
 * code that no waiting device shows with errors.userCodeInvalid. Refuses the device of a game that the school does not have with
 * errors.gameNotAvailable. Refuses like `holdRunningLesson`.
 */
export async function adoptDevice(context: AppContext, caller: LoggedInCaller, adoption: Adoption): Promise<LessonBoard> {
  const { database } = context;
  const { lessonId } = adoption;
  const userCode = readUserCode(adoption.userCode);
  // A malformed code is a typing error, not a guess, so it is not counted.
  const counts = userCode === undefined ? [] : guessCounts(caller);
  await takeAttempts(database, counts);
  const board = await database.transaction().execute(async (transaction) => {
    const { lesson, group } = await holdRunningLesson(transaction, caller.session, lessonId);
    const code = userCode === undefined ? undefined : await takeCode(transaction, userCode);
    if (code === undefined) throw new Refusal("errors.userCodeInvalid");
    const { organization_id: organizationId, player_group_id: playerGroupId } = lesson;
    if (!(await hasGame(transaction, { organizationId, gameId: code.game_id }))) throw new Refusal("errors.gameNotAvailable");
    if (code.owner_id !== organizationId) await move(transaction, caller, { code, organizationId, playerGroupId });
    return readBoard(transaction, { lessonId, group });
  });
  // A right code was no guess: its count is given back, and a wait that it began ends.
  await returnAttempt(
    database,
    counts.map(({ key }) => key),
    "ends",
  );
  return board;
}

function guessCounts({ addressBucket, session }: LoggedInCaller): Count[] {
  return [
    { key: throttleKey("user-code-account", session.accountId), policy: accountPolicy },
    { key: throttleKey("user-code-address", addressBucket), policy: addressPolicy },
  ];
}

/** Moves the device to the school from another school, or from none. */
async function move(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { code, organizationId, playerGroupId }: { code: TakenCode; organizationId: string; playerGroupId: string },
): Promise<void> {
  const { device_id: deviceId, owner_id: ownerId } = code;
  if (deviceId !== null && ownerId !== null) await leave(transaction, caller, { deviceId, organizationId: ownerId });
  const createdBy = caller.session.accountId;
  const device = await insertDevice(transaction, { code, organizationId, createdBy });
  await recordEvent(transaction, caller, {
    event: "device_adopted",
    actorId: createdBy,
    targetId: playerGroupId,
    organizationId,
    details: { deviceId: device.id, deviceName: device.name },
  });
}

/** Takes the device from its former school. Records nothing if that school has just removed the device itself. */
async function leave(transaction: Transaction<Tables>, { requestId }: Caller, former: DeviceInSchool): Promise<void> {
  const removed = await markRemoved(transaction, former);
  if (removed === undefined) return;
  const { deviceId, organizationId } = former;
  // Without actor and network, because the former school must not learn which teacher and school have the device now.
  const unnamed = { requestId, network: portalNetwork, addressBucket: "" };
  const details = { deviceId, deviceName: removed.name, reason: "adopted by another school" };
  await recordEvent(transaction, unnamed, { event: "device_removed", organizationId, details });
}
