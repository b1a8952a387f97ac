import { callbackFault } from "@storyport/contract/callback-url";
import { editOwnGame } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { limits } from "@storyport/contract/limits";
import { callbackKinds } from "@storyport/contract/vocabulary";
import type { CallbackKind } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { EditFailure } from "#/features/edits/edit-failure.tsx";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { callbackFaultText, callbackKindName, gameSettingsTexts } from "./game-words.ts";

export interface CallbacksProps {
  game: GameSettings;
  /** Gets the saved game, so that other forms of the page know its version. */
  onSaved: (fresh: GameSettings) => void;
}

/** Adds one address at a time, so that a refusal is shown at its address. */
export function AddCallbacks({ game, onSaved }: CallbacksProps) {
  const send = useSend(editOwnGame);
  const refresh = useRefresh();
  const failure = send.error?.failure;
  const [added, setAdded] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const form = useKeptForm(`add-callback:${game.gameId}`, { url: "", kind: "WEB" });
  const { url, kind } = form.values;

  const handleAdd = (sentForm: HTMLFormElement) => {
    if (send.isPending) return;
    // The refusal was about the former address.
    send.reset();
    const address = url.trim();
    const isThere = game.callbacks.some((one) => one.url === address);
    const fault = callbackFault({ url: address, kind: kindOf(kind) });
    setAdded(undefined);
    setRefused(isThere ? m["games.callbackDouble"]() : fault && callbackFaultText(fault));
    if (isThere || fault !== undefined) return focusField(sentForm, "url");
    send.mutate(
      [{ params: { gameId: String(game.gameId) }, body: { version: game.version, callbacks: withCallback(game, address, kind) } }],
      {
        onSuccess: (fresh) => {
          onSaved(fresh);
          // The user may have typed the next address meanwhile.
          if (form.now().url === url) form.reset({ ...form.now(), url: "" });
          setAdded(address);
        },
      },
    );
  };

  return (
    <Card>
      <h2>{m["games.addCallbackTitle"]()}</h2>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleAdd(event.currentTarget);
        }}
      >
        <TextField
          label={m["games.callbackUrl"]()}
          hint={m["games.callbackUrlHint"]()}
          error={refused ?? addressFault(failure)}
          name="url"
          value={url}
          maxLength={limits.callbackUrl.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => form.change({ url: event.currentTarget.value })}
        />
        <Select
          label={m["games.callbackKind"]()}
          options={callbackKinds.map((value) => ({ value, label: callbackKindName(value) }))}
          value={kind}
          onChange={(event) => form.change({ kind: event.currentTarget.value })}
        />
        {addressFault(failure) === undefined && (
          <EditFailure
            failure={failure}
            text={(one) => m["area.errorWithMessage"]({ message: failureText(one, gameSettingsTexts) })}
            onLookAgain={() => {
              send.reset();
              refresh();
            }}
          />
        )}
        <div>
          <Button type="submit" variant="secondary" pending={send.isPending} pendingText={m["area.saving"]()}>
            {m["games.addCallback"]()}
          </Button>
        </div>
        {added !== undefined && <Notice tone="success">{m["games.callbackAdded"]({ url: added })}</Notice>}
      </Stack>
    </Card>
  );
}

/** Returns the text if the server refused the address itself. */
function addressFault(failure: Failure | undefined): string | undefined {
  if (failure?.code !== "errors.callbackUrlUnsafe" && failure?.code !== "errors.invalidInput") return undefined;
  return m["errors.callbackUrlUnsafe"]();
}

function withCallback({ callbacks }: GameSettings, url: string, word: string): GameSettings["callbacks"] {
  return [...callbacks, { url, kind: kindOf(word) }];
}

function kindOf(word: string): CallbackKind {
  return callbackKinds.find((one) => one === word) ?? "WEB";
}
