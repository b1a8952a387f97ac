import { restoreGame, retireGame } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { EditFailure } from "#/features/admin-area/edit-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Notice } from "#/ui/notice.tsx";
import type { CallbacksProps } from "./add-callbacks.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** Takes a game out of use, after a warning, or brings it back. */
export function RetireGame({ game, onSaved, onLookAgain }: CallbacksProps) {
  const [isAsked, setIsAsked] = useState(false);
  const restore = useSend(restoreGame);
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
          <Button variant="danger" onClick={() => setIsAsked(true)}>
            {m["games.retire"]()}
          </Button>
        )}
      </div>
      <EditFailure
        failure={restore.error?.failure}
        text={(failure) => m["games.changeFailed"]({ reason: failureText(failure, gameSettingsTexts) })}
        onLookAgain={() => {
          restore.reset();
          onLookAgain();
        }}
      />
      {restore.isSuccess && !isRetired && <Notice tone="success">{m["games.restoredDone"]()}</Notice>}
      {isAsked && (
        <RetireQuestion
          game={game}
          onRetired={(fresh) => {
            restore.reset();
            setIsAsked(false);
            onSaved(fresh);
          }}
          onCancel={(isStale) => {
            setIsAsked(false);
            if (isStale) onLookAgain();
          }}
        />
      )}
    </>
  );
}

interface RetireQuestionProps {
  game: GameSettings;
  onRetired: (fresh: GameSettings) => void;
  onCancel: (isStale: boolean) => void;
}

function RetireQuestion({ game, onRetired, onCancel }: RetireQuestionProps) {
  const { gameId, gameKey, version, organizationCount } = game;
  const send = useSend(retireGame);
  return (
    <ConfirmDialog
      title={m["games.retireQuestion"]({ gameKey })}
      confirmText={m["games.retire"]()}
      cancelText={m["games.keepGame"]()}
      danger
      pending={send.isPending}
      pendingText={m["app.waiting"]()}
      failure={<DialogFailure failure={send.error?.failure} text={(failure) => failureText(failure, gameSettingsTexts)} />}
      onConfirm={() => send.mutate([{ params: { gameId: String(gameId) }, body: { version } }], { onSuccess: onRetired })}
      onCancel={() => onCancel(send.error?.failure.code === "errors.changedMeanwhile")}
    >
      <p>{m["games.retireOffered"]()}</p>
      <p>{m["games.retireEnds"]()}</p>
      <p>{m["games.retireKept"]({ count: organizationCount })}</p>
    </ConfirmDialog>
  );
}
