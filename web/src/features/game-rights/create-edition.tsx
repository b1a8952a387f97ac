import { createEdition } from "@storyport/contract/game-rights";
import type { GameSettings } from "@storyport/contract/games";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { benchTexts } from "./bench-words.ts";

/** Creates a draft beside the game. Its addresses are registered on its own page. */
export function CreateEdition({ game }: { game: GameSettings }) {
  const send = useSend(createEdition);
  const [values, setValues] = useState({ gameKey: `${game.gameKey}-`, description: "", locale: "" });
  const change = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  return (
    <>
      <h2>{m["bench.editionTitle"]()}</h2>
      <p>{m["bench.editionIntro"]()}</p>
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate([{ params: { gameId: String(game.gameId) }, body: values }]);
        }}
      >
        <TextField
          label={m["games.gameKey"]()}
          hint={m["bench.editionKeyHint"]({ start: `${game.gameKey}-` })}
          name="gameKey"
          value={values.gameKey}
          maxLength={limits.gameKey.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => change({ gameKey: event.currentTarget.value })}
        />
        <TextField
          label={m["games.description"]()}
          name="description"
          value={values.description}
          maxLength={limits.gameDescription.max}
          autoComplete="off"
          required
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <TextField
          label={m["games.language"]()}
          hint={m["games.languageHint"]()}
          name="locale"
          value={values.locale}
          maxLength={35}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={(event) => change({ locale: event.currentTarget.value })}
        />
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
