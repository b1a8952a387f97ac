import { listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { useEditForm } from "#/features/admin-area/use-edit-form.ts";
import { CallbackList } from "./callback-list.tsx";
import { policyOf } from "./client-policy.ts";
import type { PolicyValues } from "./client-policy.ts";
import { ClientPolicyForm } from "./client-policy-form.tsx";

/** The two halves of a game share its version: what one of them saved is no change by somebody else to the other. */
export function EditGame({ game }: { game: GameSettings }) {
  const queries = useQueryClient();
  const { refetch } = useEndpoint(listGames);
  const [failure, setFailure] = useState<Failure>();
  const form = useEditForm<PolicyValues>(`edit-game:${game.gameId}`, policyOf(game), failure);

  const show = (fresh: GameSettings) =>
    queries.setQueryData<GameSettings[]>([listGames.name], (games) => games?.map((one) => (one.gameId === fresh.gameId ? fresh : one)));
  const lookAgain = async () => {
    const { data } = await refetch();
    return data?.find(({ gameId }) => gameId === game.gameId);
  };
  return (
    <>
      <CallbackList
        game={game}
        onSaved={(fresh) => {
          if (form.values.version === String(game.version)) form.follow(policyOf(fresh));
          show(fresh);
        }}
        onLookAgain={() => void lookAgain()}
      />
      <ClientPolicyForm game={game} form={form} onFailure={setFailure} onSaved={show} onLookAgain={lookAgain} />
    </>
  );
}
