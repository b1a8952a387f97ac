import { editOwnGame } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { Button } from "#/ui/button.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { AddCallbacks } from "./add-callbacks.tsx";
import type { CallbacksProps } from "./add-callbacks.tsx";
import styles from "./game-settings.module.css";
import { callbackKindName, gameSettingsTexts } from "./game-words.ts";

type Callback = GameSettings["callbacks"][number];

/** The game's registered callbacks. The answer of a login goes to no other address, but a loopback IP may use any port (DESIGN A17). */
export function CallbackList({ game, onSaved }: CallbacksProps) {
  const [chosen, setChosen] = useState<Callback>();
  const [done, setDone] = useState<string>();
  const choose = (callback: Callback) => {
    setDone(undefined);
    setChosen(callback);
  };
  return (
    <>
      {game.callbacks.length === 0 ? (
        <Notice quiet>{m["games.noCallbacks"]()}</Notice>
      ) : (
        <DataTable
          caption={m["games.callbacks"]()}
          captionHidden
          rows={game.callbacks}
          rowKey={({ url }) => url}
          columns={[
            {
              key: "url",
              header: m["games.callbackUrl"](),
              rowHeader: true,
              renderCell: ({ url }) => <bdi className={styles["address"]}>{url}</bdi>,
            },
            { key: "kind", header: m["games.callbackKind"](), renderCell: ({ kind }) => callbackKindName(kind) },
            {
              key: "actions",
              header: <VisuallyHidden>{m["games.actions"]()}</VisuallyHidden>,
              renderCell: (callback) => (
                <Button variant="quiet" size="small" onClick={() => choose(callback)}>
                  {m["games.removeCallback"]()}
                  <VisuallyHidden> {callback.url}</VisuallyHidden>
                </Button>
              ),
            },
          ]}
        />
      )}
      {/* The pressed button is gone with its row. */}
      {done !== undefined && <Notice takesFocus={done} tone="success" title={done} />}
      <AddCallbacks
        game={game}
        onSaved={(fresh) => {
          // It may be the removed address.
          setDone(undefined);
          onSaved(fresh);
        }}
      />
      {chosen !== undefined && (
        <RemoveCallback
          game={game}
          callback={chosen}
          onSaved={(fresh) => {
            onSaved(fresh);
            setDone(m["games.callbackRemoved"]({ url: chosen.url }));
            setChosen(undefined);
          }}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

type RemoveCallbackProps = Pick<CallbacksProps, "game" | "onSaved"> & {
  callback: Callback;
  onCancel: () => void;
};

function RemoveCallback({ game, callback, onSaved, onCancel }: RemoveCallbackProps) {
  const send = useSend(editOwnGame);
  const refresh = useRefresh();
  const handleConfirm = () => {
    const callbacks = game.callbacks.filter(({ url }) => url !== callback.url);
    send.mutate([{ params: { gameId: String(game.gameId) }, body: { version: game.version, callbacks } }], { onSuccess: onSaved });
  };
  return (
    <ConfirmAction
      title={m["games.removeCallbackQuestion"]()}
      confirmText={m["games.removeCallback"]()}
      cancelText={m["games.keepCallback"]()}
      danger
      isBusy={send.isPending}
      failure={send.error?.failure}
      texts={gameSettingsTexts}
      onConfirm={handleConfirm}
      onCancel={() => {
        // After another user's change the next try must use the new version.
        if (send.error !== null) refresh();
        onCancel();
      }}
    >
      <p className={styles["address"]}>
        <bdi>{callback.url}</bdi>
      </p>
      <p>{m["games.removeCallbackWarning"]()}</p>
    </ConfirmAction>
  );
}
