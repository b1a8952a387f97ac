import type { ConformanceRun } from "@storyport/contract/conformance";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireLevel } from "#/features/game-rights/require-level.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { describeRun } from "./conformance-run.ts";
import { insertRun } from "./queries.ts";
import { makeTestKeys } from "./test-keys.ts";

/**
 * Counts runs and walks of an account together. Thirty an hour are more than a builder needs; then each waits, up to ten minutes. With
 * these waits the count never reaches `stopAt`.
 */
export const runsPolicy: ThrottlePolicy = { free: 30, firstWaitSeconds: 60, longestWaitSeconds: 600, stopAt: 60, windowSeconds: 3600 };

/**
 * Starts a run with an issuer and keys of its own. Needs MODIFY on the game, and refuses like `requireLevel`. Counts the runs of an account
 * (errors.tooManyAttempts).
 */
export async function startConformanceRun(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId }: { gameId: number },
): Promise<ConformanceRun> {
  const { database } = context;
  const { accountId } = caller.session;
  await requireLevel(database, caller, { gameId, needed: "MODIFY" });
  const { gameKey } = await findGame(context, gameId);
  await takeAttempt(database, throttleKey("conformance-run", accountId), runsPolicy);
  const runId = await database.transaction().execute(async (transaction) => {
    const made = await insertRun(transaction, { game_id: gameId, keys: makeTestKeys() });
    await recordEvent(transaction, caller, {
      event: "conformance_run_started",
      actorId: accountId,
      details: { gameId, gameKey },
    });
    return made;
  });
  return describeRun(context, caller, runId);
}
