import { createEdition } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { NameFields } from "#/features/games/client-policy-form.tsx";
import { GameKeyField } from "#/features/games/game-key-field.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { benchTexts } from "./bench-words.ts";

/** Creates an edition of the game: a new game beside it, which no organization has yet. Its own page registers its addresses. */
export function CreateEdition({ game }: { game: GameSettings }) {
  const send = useSend(createEdition);
  const form = useKeptForm(`create-edition:${game.gameId}`, { gameKey: `${game.gameKey}-`, description: "", locale: "" });
  const { values, change } = form;
  const handleCreate = () => {
    if (send.isPending) return;
    // What was created is no draft any more.
    send.mutate([{ params: { gameId: String(game.gameId) }, body: values }], { onSuccess: () => form.takeSent(values) });
  };
  return (
    <>
      <h2>{m["bench.editionTitle"]()}</h2>
      <p>{m["bench.editionIntro"]()}</p>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleCreate();
        }}
      >
        <GameKeyField
          hint={m["bench.editionKeyHint"]({ start: `${game.gameKey}-` })}
          value={values.gameKey}
          onChange={(gameKey) => change({ gameKey })}
        />
        <NameFields values={values} change={change} />
        {send.error !== null && (
          <Notice tone="error">{m["bench.changeFailed"]({ reason: failureText(send.error.failure, benchTexts) })}</Notice>
        )}
        <div>
          <Button type="submit" variant="secondary" pending={send.isPending} pendingText={m["area.saving"]()}>
            {m["bench.editionCreate"]()}
          </Button>
        </div>
        {send.data !== undefined && (
          <Notice tone="success">
            <Link to="/bench/$gameId" params={{ gameId: String(send.data.gameId) }}>
              {m["organizations.gameLabel"]({ gameKey: send.data.gameKey, gameId: send.data.gameId })}
            </Link>
          </Notice>
        )}
      </Stack>
    </>
  );
}
