import type { GameSettings } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import { startTypeOf } from "./game-values.ts";
import { listGameSettings } from "./settings-queries.ts";

/** Lists every game, including retired ones. */
export async function listGames({ database, settings }: Pick<AppContext, "database" | "settings">): Promise<GameSettings[]> {
  return listGameSettings(database, { startType: startTypeOf(settings) });
}
