import { listOwnGames } from "@storyport/contract/game-rights";
import type { OwnGame } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeyOf } from "#/api/use-endpoint.ts";
import type { Answer } from "#/api/use-endpoint.ts";
import { usePortal } from "#/shell/portal.ts";

/**
 * Returns functions that fetch a builder's game again and replace it in the cached list. There is no endpoint for a single game, so both
 * use the list. `ask` returns undefined if the game has left the list.
 */
export function useOwnGame({ gameId }: GameSettings): Answer<GameSettings> {
  const { call } = usePortal();
  const queries = useQueryClient();
  return {
    ask: async () => (await call(listOwnGames)).find(({ game }) => game.gameId === gameId)?.game,
    show: (fresh) =>
      void queries.setQueryData<OwnGame[]>(queryKeyOf(listOwnGames), (own) =>
        own?.map((one) => (one.game.gameId === gameId ? { ...one, game: fresh } : one)),
      ),
  };
}
