import { displayNameFault } from "@storyport/contract/fields";
import { editPlayer, getPlayer } from "@storyport/contract/players";
import type { Player } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { stayAsItIs } from "#/features/admin-area/stay-as-it-is.ts";
import { statusAndText } from "#/features/admin-area/failure-notice.tsx";
import { useKeptForm } from "#/features/admin-area/use-kept-form.ts";
import { playerTexts } from "./player-texts.ts";

/** The edit form of a player. After somebody else's change the page shows it, and what was typed here stays. */
export function useEditPlayer(player: Player) {
  const { call } = useRouteContext({ from: "__root__" });
  const queries = useQueryClient();
  const { mutateAsync, reset, error, isPending } = useSend(editPlayer);
  const [result, setResult] = useState<"saved" | "unchanged">();
  const [isWrong, setIsWrong] = useState(false);
  const form = useKeptForm(`edit-player:${player.id}`, valuesOf(player), error?.failure);
  const { values } = form;

  const key = [getPlayer.name, { params: { playerId: player.id } }];
  /** What was not touched here becomes what it is now, so that saving again does not undo the other's change. */
  const lookAgain = async () => {
    const now = await call(getPlayer, { params: { playerId: player.id } });
    form.change({
      ...(values.playerName === player.playerName && { playerName: now.playerName }),
      ...(values.excludedFromAnalysis === player.excludedFromAnalysis && { excludedFromAnalysis: now.excludedFromAnalysis }),
    });
    queries.setQueryData(key, now);
  };

  const send = async () => {
    setResult(undefined);
    reset();
    const isRenamed = values.playerName.trim() !== player.playerName;
    const isMoved = values.excludedFromAnalysis !== player.excludedFromAnalysis;
    const isFaulty = isRenamed && displayNameFault(values.playerName) !== undefined;
    setIsWrong(isFaulty);
    if (isFaulty) return;
    if (!isRenamed && !isMoved) {
      setResult("unchanged");
      return;
    }
    const body = {
      version: player.version,
      ...(isRenamed && { playerName: values.playerName }),
      ...(isMoved && { excludedFromAnalysis: values.excludedFromAnalysis }),
    };
    try {
      const now = await mutateAsync([{ params: { playerId: player.id }, body }]);
      queries.setQueryData(key, now);
      form.reset(valuesOf(now));
      setResult("saved");
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      if (failed.failure.code === "errors.changedMeanwhile") await lookAgain().catch(stayAsItIs);
    }
  };

  const failure = error?.failure;
  return {
    form,
    isPending,
    result,
    isNameWrong: isWrong || failure?.code === "errors.studentNameInvalid",
    message: failure && m["players.editFailed"]({ reason: statusAndText(failure, failureText(failure, playerTexts)) }),
    send: () => void send(),
  };
}

function valuesOf({ playerName, excludedFromAnalysis }: Player) {
  return { playerName, excludedFromAnalysis };
}
