import type { ConformanceRun, Scene, SceneInBrowser } from "@storyport/contract/conformance";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { describeRun, requireRun, startUrlOf } from "./conformance-run.ts";
import { driveGame } from "./drive-game.ts";
import { setScene } from "./queries.ts";
import { endScene, holderOf, takeScene } from "./turn-queries.ts";
import { openIssuer } from "./test-issuer.ts";

/** A scene calls another server. So a builder gets enough for some whole runs an hour. Then each scene waits. */
const scenesPolicy: ThrottlePolicy = { free: 300, firstWaitSeconds: 30, longestWaitSeconds: 600, stopAt: 600, windowSeconds: 3600 };

/**
 * Calls the game through one scene, and returns what is known afterwards. Needs MODIFY. Refuses an ended run (errors.conformanceRunEnded)
 * and a game without a start address (errors.gameStartMissing). Refuses a second concurrent scene of the account (errors.scenePlaying).
 * Counts the scenes of an account (errors.tooManyAttempts). A game that hangs, redirects away or has a private address is an observation.
 */
export async function playScene(
  context: AppContext,
  caller: LoggedInCaller,
  { runId, scene }: { runId: string; scene: Scene },
): Promise<ConformanceRun> {
  await requireRun(context, caller, { runId, level: "MODIFY" });
  const server = await openIssuer(context, runId);
  const startUrl = startUrlOf(context, server.game);
  if (startUrl === undefined) throw new Refusal("errors.gameStartMissing");
  const { accountId } = caller.session;
  await takeAttempt(context.database, throttleKey("conformance-scene", accountId), scenesPolicy);
  const holder = holderOf(context, accountId);
  if (!(await takeScene(context.database, holder))) throw new Refusal("errors.scenePlaying");
  // The same parameter as the portal's own button for the game.
  const start = new URL(startUrl);
  start.searchParams.set("gameId", String(server.game.gameId));
  try {
    await driveGame(context, server, { startUrl: start.href, scene });
  } finally {
    await endScene(context.database, holder);
  }
  return describeRun(context, caller, runId);
}

/**
 * Chooses what the issuer does with the next logins that begin in a browser. Needs MODIFY. Refuses an ended run with
 * errors.conformanceRunEnded.
 */
export async function chooseScene(
  context: AppContext,
  caller: LoggedInCaller,
  { runId, scene }: { runId: string; scene: SceneInBrowser },
): Promise<ConformanceRun> {
  const run = await requireRun(context, caller, { runId, level: "MODIFY" });
  if (run.is_over) throw new Refusal("errors.conformanceRunEnded");
  await setScene(context.database, runId, scene);
  return describeRun(context, caller, runId);
}
