import type { requestedLoginTypes as endpoint } from "@storyport/contract/game-login";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { Refusal } from "#/platform/refusal.ts";
import { matchCallback } from "./match-callback.ts";
import { findRequestedGame } from "./queries.ts";

/**
 * Returns the ways to log in that the game of a request accepts, so that the login page offers them. A game that is not public is known only
 * by its own request (DESIGN A9). So without one of its registered callbacks it is refused like a game that does not exist
 * (errors.notFound), and its name is never returned. Also refuses a retired game.
 */
export async function requestedLoginTypes(
  { database }: AppContext,
  { gameId, deeplink }: z.output<typeof endpoint.query>,
): Promise<ResponseOf<typeof endpoint>> {
  const game = await findRequestedGame(database, gameId);
  if (game === undefined || matchCallback(deeplink, game.callbacks) === undefined) throw new Refusal("errors.notFound");
  return { loginTypes: game.login_types };
}
