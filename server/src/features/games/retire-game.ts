import type { GameSettings } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { startTypeOf } from "./game-values.ts";
import { listGameSettings, setRetired } from "./settings-queries.ts";

interface Which {
  gameId: number;
  version: number;
}

/**
 * Takes a game out of use: it is offered nowhere and handed over to no longer; its codes and refresh tokens end at once, access tokens
 * within their ten minutes. Organizations keep it, so that it can come back. Refuses with errors.changedMeanwhile what was asked of
 * another version, with errors.gameRetired a game that is retired.
 */
export async function retireGame(context: ToChange, caller: AdministratorCaller, which: Which): Promise<GameSettings> {
  return change(context, caller, { ...which, isRetired: true });
}

/** Brings a retired game back into use. What was open in it stays ended. Refuses as `retireGame`, and errors.gameNotRetired. */
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
    const [before] = await listGameSettings(transaction, { startType, gameId, hold: true });
    if (before === undefined) throw new Refusal("errors.notFound");
    if (before.version !== version) throw new Refusal("errors.changedMeanwhile");
    if ((before.retiredAt !== null) === isRetired) throw new Refusal(isRetired ? "errors.gameRetired" : "errors.gameNotRetired");
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
