import type { GameRight } from "@storyport/contract/game-rights";
import type { AppContext } from "#/context.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listRights } from "./queries.ts";
import { requireLevel } from "./require-level.ts";

/** Lists the people with a rights level on a game. Needs OWNER, and refuses like `requireLevel`. */
export async function listGameRights(context: AppContext, caller: LoggedInCaller, { gameId }: { gameId: number }): Promise<GameRight[]> {
  await requireLevel(context.database, caller, { gameId, needed: "OWNER" });
  // An administrator passes the check for any number, so refuse a missing game.
  await findGame(context, gameId);
  return listRights(context.database, gameId);
}
