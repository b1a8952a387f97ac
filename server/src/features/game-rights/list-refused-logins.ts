import type { RefusedLogin } from "@storyport/contract/game-rights";
import type { AppContext } from "#/context.ts";
import { refusedLoginsOf } from "#/features/audit/refused-logins-of.ts";
import { findGame } from "#/features/games/find-game.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { requireLevel } from "./require-level.ts";

/** Lists why logins of a game were refused, but never whose. Needs READ. Another game is refused with errors.notFound. */
export async function listRefusedLogins(
  context: AppContext,
  caller: LoggedInCaller,
  { gameId }: { gameId: number },
): Promise<RefusedLogin[]> {
  await requireLevel(context.database, caller, { gameId, needed: "READ" });
  // An administrator passes the check for any number. Only this refuses a game that does not exist.
  await findGame(context, gameId);
  return refusedLoginsOf(context.database, gameId);
}
