import type { RefusedLogin } from "@storyport/contract/game-rights";
import type { AppContext } from "#/context.ts";
import { refusedLoginsOf } from "#/features/audit/refused-logins-of.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { requireLevel } from "./require-level.ts";

/** Lists why logins of a game were refused, but never whose. Needs READ. Refuses like `requireLevel`, and a missing game as not found. */
export async function listRefusedLogins(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId }: { gameId: number },
): Promise<RefusedLogin[]> {
  await requireLevel(context.database, caller, { gameId, needed: "READ" });
  // An administrator passes the check for any number, so refuse a missing game.
  await findGame(context, gameId);
  return refusedLoginsOf(context.database, gameId);
}
