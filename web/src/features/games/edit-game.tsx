import { editGame, listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import type { Answer } from "#/api/use-endpoint.ts";
import { useEdit } from "#/features/admin-area/use-edit.ts";
import { CallbackList } from "./callback-list.tsx";
import { changeOf, policyOf } from "./client-policy.ts";
import { ClientPolicyForm } from "./client-policy-form.tsx";

/** The two halves of a game share its version: what one of them saved is no change by somebody else to the other. */
export function EditGame({ game }: { game: GameSettings }) {
  const { call } = useRouteContext({ from: "__root__" });
  const { refetch } = useEndpoint(listGames);
  const edit = useEdit({
    name: `edit-game:${game.gameId}`,
    thing: game,
    answer: useListedGame(game),
    valuesOf: policyOf,
    changeOf,
    send: (body) => call(editGame, { params: { gameId: String(game.gameId) }, body }),
  });
  return (
    <>
      <CallbackList game={game} onSaved={edit.changedHere} onLookAgain={() => void refetch()} />
      <ClientPolicyForm game={game} edit={edit} />
    </>
  );
}

/** One game of the list: there is no call for it alone. */
function useListedGame({ gameId }: GameSettings): Answer<GameSettings> {
  const { call } = useRouteContext({ from: "__root__" });
  const queries = useQueryClient();
  return {
    ask: async () => (await call(listGames)).find((one) => one.gameId === gameId),
    show: (fresh) =>
      void queries.setQueryData<GameSettings[]>([listGames.name], (games) => games?.map((one) => (one.gameId === gameId ? fresh : one))),
  };
}
