import type { listConformanceRuns as endpoint } from "@storyport/contract/conformance";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { requireLevel } from "#/features/game-rights/require-level.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listRunsOf } from "./queries.ts";

/** Lists the runs of a game, newest first, at most fifty, ended runs included. Walks are left out. Needs READ. */
export async function listConformanceRuns(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId }: { gameId: number },
): Promise<ResponseOf<typeof endpoint>> {
  await requireLevel(context.database, caller, { gameId, needed: "READ" });
  // An administrator passes the check for any number, so refuse a missing game.
  await findGame(context, gameId);
  const runs = await listRunsOf(context.database, gameId);
  return runs.map(({ id, created_at, is_over }) => ({ runId: id, startedAt: created_at.toISOString(), isOver: is_over }));
}
