import { editGame, listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeyOf } from "#/api/use-endpoint.ts";
import type { Answer } from "#/api/use-endpoint.ts";
import { useEdit } from "#/features/edits/use-edit.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { usePortal } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";
import { CallbackList } from "./callback-list.tsx";
import { changeOf, policyOf } from "./client-policy.ts";
import { ClientPolicyForm } from "./client-policy-form.tsx";
import { GameOrganizations } from "./game-organizations.tsx";
import { RetireGame } from "./retire-game.tsx";

/** All parts of a game's page share its version. Saving one part must not count as another user's change in the others. */
export function EditGame({ game, place }: { game: GameSettings; place: ListPlace }) {
  const {
    call,
    settings: { productName },
  } = usePortal();
  const edit = useEdit({
    name: `edit-game:${game.gameId}`,
    thing: game,
    answer: useListedGame(game),
    valuesOf: policyOf,
    changeOf: (form) => changeOf(form, productName),
    send: (body) => call(editGame, { params: { gameId: String(game.gameId) }, body }),
  });
  return (
    <>
      {game.retiredAt !== null && <Notice quiet>{m["games.retiredNotice"]()}</Notice>}
      <h2>{m["games.callbacks"]()}</h2>
      <CallbackList game={game} onSaved={edit.changedHere} />
      <ClientPolicyForm game={game} edit={edit} />
      <GameOrganizations game={game} place={place} />
      <RetireGame game={game} onSaved={edit.changedHere} />
    </>
  );
}

/** Finds one game in the list, because there is no endpoint for a single game. */
function useListedGame({ gameId }: GameSettings): Answer<GameSettings> {
  const { call } = usePortal();
  const queries = useQueryClient();
  return {
    ask: async () => (await call(listGames)).find((one) => one.gameId === gameId),
    show: (fresh) =>
      void queries.setQueryData<GameSettings[]>(queryKeyOf(listGames), (games) =>
        games?.map((one) => (one.gameId === gameId ? fresh : one)),
      ),
  };
}
