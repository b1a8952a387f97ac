import type { GameSettings } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { startTypeOf } from "./game-values.ts";
import { listGameSettings } from "./settings-queries.ts";

/**
 * Returns a game, also a retired game, which is out of use until an administrator restores it. Refuses a missing game with errors.notFound.
 * Checks no right.
 */
export async function findGame(
  { database, settings }: { database: Database; settings: AppContext["settings"] },
  gameId: number,
): Promise<GameSettings> {
  const [game] = await listGameSettings(database, { startType: startTypeOf(settings), gameId });
  if (game === undefined) throw new Refusal("errors.notFound");
  return game;
}
