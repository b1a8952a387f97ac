import { restoreGame, retireGame } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { EditFailure } from "#/features/edits/edit-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import type { CallbacksProps } from "./add-callbacks.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** Takes a game out of use, after a warning, or brings it back. */
export function RetireGame({ game, onSaved }: CallbacksProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const restore = useSend(restoreGame);
  const refresh = useRefresh();
  const isRetired = game.retiredAt !== null;
  const handleRestore = () => {
    restore.mutate([{ params: { gameId: String(game.gameId) }, body: { version: game.version } }], { onSuccess: onSaved });
  };
  return (
    <>
      <h2>{m["games.retireTitle"]()}</h2>
      <p>{isRetired ? m["games.retiredNotice"]() : m["games.retireIntro"]()}</p>
      <div>
        {isRetired ? (
          <Button variant="secondary" pending={restore.isPending} pendingText={m["app.waiting"]()} onClick={handleRestore}>
            {m["games.restore"]()}
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setIsConfirming(true)}>
            {m["games.retire"]()}
          </Button>
        )}
      </div>
      <EditFailure
        failure={restore.error?.failure}
        text={(failure) => m["games.changeFailed"]({ reason: failureText(failure, gameSettingsTexts) })}
        onLookAgain={() => {
          restore.reset();
          refresh();
        }}
      />
      {restore.isSuccess && !isRetired && <Notice tone="success">{m["games.restoredDone"]()}</Notice>}
      {isConfirming && (
        <RetireQuestion
          game={game}
          onRetired={(fresh) => {
            restore.reset();
            setIsConfirming(false);
            onSaved(fresh);
          }}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

interface RetireQuestionProps {
  game: GameSettings;
  onRetired: (fresh: GameSettings) => void;
  onCancel: () => void;
}

function RetireQuestion({ game, onRetired, onCancel }: RetireQuestionProps) {
  const { gameId, gameKey, version, organizationCount } = game;
  const send = useSend(retireGame);
  const refresh = useRefresh();
  return (
    <ConfirmAction
      title={m["games.retireQuestion"]({ gameKey })}
      confirmText={m["games.retire"]()}
      cancelText={m["games.keepGame"]()}
      danger
      isBusy={send.isPending}
      failure={send.error?.failure}
      texts={gameSettingsTexts}
      onConfirm={() => send.mutate([{ params: { gameId: String(gameId) }, body: { version } }], { onSuccess: onRetired })}
      onCancel={() => {
        // After another user's change the next try must use the new version.
        if (send.error !== null) refresh();
        onCancel();
      }}
    >
      <p>{m["games.retireOffered"]()}</p>
      <p>{m["games.retireEnds"]()}</p>
      <p>{m["games.retireKept"]({ count: organizationCount })}</p>
    </ConfirmAction>
  );
}
