import type { GameSettings } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { startTypeOf } from "./game-values.ts";
import { holdGame } from "./hold-game.ts";
import { listGameSettings, setRetired } from "./settings-queries.ts";

interface Which {
  gameId: number;
  version: number;
}

/**
 * Retires a game. It is no longer offered, and hand-overs to it are refused. Its codes and refresh tokens end at once, because each use asks
 * the database function `may_open`. A game that judges access tokens by their signature accepts them for up to ten minutes. Organizations
 * keep the game, so that it can be restored. Refuses a missing game with errors.notFound, an older version with errors.changedMeanwhile, and
 * a retired game with errors.gameRetired. A caller with a session needs a recent login (errors.loginTooOld).
 */
export async function retireGame(context: ToChange, caller: AdministratorCaller, which: Which): Promise<GameSettings> {
  // The operator at the command line has no session.
  if (caller.session !== undefined) await requireRecentLogin(context.database, caller.session);
  return change(context, caller, { ...which, isRetired: true });
}

/**
 * Restores a retired game. It ends nothing, so it needs no recent login. Ended codes and tokens stay ended. Refuses a missing game
 * with errors.notFound, an older version with errors.changedMeanwhile, and a game in use with errors.gameNotRetired.
 */
export async function restoreGame(context: ToChange, caller: AdministratorCaller, which: Which): Promise<GameSettings> {
  return change(context, caller, { ...which, isRetired: false });
}

type ToChange = Pick<AppContext, "database" | "settings">;

async function change(
  { database, settings }: ToChange,
  caller: AdministratorCaller,
  { gameId, version, isRetired }: Which & { isRetired: boolean },
): Promise<GameSettings> {
  const startType = startTypeOf(settings);
  return database.transaction().execute(async (transaction) => {
    await holdGame(transaction, gameId, "update");
    const [before] = await listGameSettings(transaction, { startType, gameId });
    if (before === undefined) throw new Refusal("errors.notFound");
    if (before.version !== version) throw new Refusal("errors.changedMeanwhile");
    if ((before.retiredAt !== null) === isRetired) throw new Refusal(isRetired ? "errors.gameRetired" : "errors.gameNotRetired");
    // Sets `grants_since` too, so that codes and tokens of before stay ended after a restoration.
    await setRetired(transaction, { gameId, version }, isRetired);
    await recordEvent(transaction, caller, {
      event: isRetired ? "game_retired" : "game_restored",
      actorId: caller.session?.accountId,
      details: { gameId, gameKey: before.gameKey },
    });
    const [after = before] = await listGameSettings(transaction, { startType, gameId });
    return after;
  });
}
