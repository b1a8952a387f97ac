import type { OwnGame } from "@storyport/contract/game-rights";
import type { AppContext } from "#/context.ts";
import { listGames } from "#/features/games/list-games.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listLevels } from "./queries.ts";

/**
 * Lists the games that the caller builds, with the caller's level on each, including retired games. An administrator gets every game as
 * OWNER.
 */
export async function listOwnGames(context: AppContext, { session }: LoggedInCaller): Promise<OwnGame[]> {
  const isAdmin = isAdministrator(session);
  const levels = await listLevels(context.database, session.accountId);
  if (!isAdmin && levels.size === 0) return [];
  // A platform has few games, so all of them are read.
  const games = await listGames(context);
  return games.flatMap((game) => {
    const rightsType = isAdmin ? "OWNER" : levels.get(game.gameId);
    return rightsType === undefined ? [] : [{ game, rightsType }];
  });
}
