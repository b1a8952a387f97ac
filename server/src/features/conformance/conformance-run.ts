/** A run as the people who build its game see it. */
import type { ConformanceRun } from "@storyport/contract/conformance";
import type { GameLevel } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import { findGame } from "#/features/games/find-game.ts";
import { startTypeOf } from "#/features/games/game-values.ts";
import { requireLevel } from "#/features/game-rights/require-level.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { judge } from "./judge.ts";
import { findRun, listObservations } from "./queries.ts";
import type { RunRow } from "./queries.ts";
import { issuerOf } from "./test-issuer.ts";

/**
 * Finds a run whose game the caller builds. Refuses a missing run and a walk with errors.notFound. Refuses a caller without the level on the
 * game like `requireLevel`.
 */
export async function requireRun(
  context: Pick<AppContext, "database">,
  caller: LoggedInCaller,
  { runId, level }: { runId: string; level: GameLevel },
): Promise<RunRow & { rightsType: GameLevel }> {
  const run = await findRun(context.database, runId);
  // A walk belongs to the page that plays it.
  if (run === undefined || run.is_walk) throw new Refusal("errors.notFound");
  const rightsType = await requireLevel(context.database, caller, { gameId: run.game_id, needed: level });
  return { ...run, rightsType };
}

/** Returns the game's start address, which the portal calls; undefined if the game has none. */
export function startUrlOf(context: Pick<AppContext, "settings">, { resourceLinks }: GameSettings): string | undefined {
  return resourceLinks.find(({ resource_type: type }) => type === startTypeOf(context.settings))?.url;
}

/**
 * Returns the run with its verdicts, drawn from everything that was seen so far, and with the caller's level on its game. Needs READ, and
 * refuses like `requireRun`.
 */
export async function describeRun(context: AppContext, caller: LoggedInCaller, runId: string): Promise<ConformanceRun> {
  const run = await requireRun(context, caller, { runId, level: "READ" });
  const game = await findGame(context, run.game_id);
  const seen = await listObservations(context.database, run.id);
  return {
    runId,
    gameId: game.gameId,
    gameKey: game.gameKey,
    issuer: issuerOf(context, runId),
    scene: run.scene,
    startedAt: run.created_at.toISOString(),
    endsAt: run.ends_at.toISOString(),
    isOver: run.is_over,
    canBeDriven: startUrlOf(context, game) !== undefined,
    rightsType: run.rightsType,
    checks: judge(seen),
    observations: seen.map(({ id, at, kind, scene, details: { request, response } }) => ({
      id,
      at: at.toISOString(),
      kind,
      scene,
      request,
      response,
    })),
  };
}
