import { createGame } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { PolicyFields } from "./client-policy-form.tsx";
import { GameKeyField } from "./game-key-field.tsx";
import { emptyPolicy, policyBody, wrongLink } from "./client-policy.ts";
import { gameSettingsTexts } from "./game-words.ts";

const empty = { gameKey: "", gameId: "", ...emptyPolicy };

/** Creates a game. Its callbacks are registered on its page. */
export function CreateGameScreen() {
  const { productName } = usePortal().settings;
  const send = useSend(createGame);
  const [showsNumberFault, setShowsNumberFault] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const form = useKeptForm("create-game", empty);
  const { values, change } = form;
  const { gameKey, gameId } = values;
  const isNumber = gameId.trim() === "" || isGameNumber(gameId.trim());
  const failure = send.error?.failure;

  const handleCreate = (sentForm: HTMLFormElement) => {
    const wrong = isNumber ? wrongLink(values) : "gameId";
    setIsChecked(wrong !== undefined);
    if (wrong !== undefined) return focusField(sentForm, wrong);
    if (send.isPending || send.isSuccess) return;
    const sent = form.now();
    const number = gameId.trim() === "" ? {} : { gameId: Number(gameId) };
    const body = { gameKey, ...number, ...policyBody(values, productName), callbacks: [] };
    // What was created is no draft any more.
    send.mutate([{ body }], { onSuccess: () => form.takeSent(sent) });
  };

  return (
    <>
      <PageHeading>{m["games.createTitle"]()}</PageHeading>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleCreate(event.currentTarget);
        }}
      >
        <GameKeyField
          hint={m["games.gameKeyHint"]()}
          error={failure?.code === "errors.gameKeyInvalid" ? m["errors.gameKeyInvalid"]() : undefined}
          value={gameKey}
          onChange={(typed) => change({ gameKey: typed })}
        />
        <TextField
          label={m["games.gameNumber"]()}
          hint={m["games.gameNumberHint"]()}
          error={(showsNumberFault || isChecked) && !isNumber ? m["games.gameNumberInvalid"]() : undefined}
          name="gameId"
          inputMode="numeric"
          value={gameId}
          // The largest number has ten digits.
          maxLength={10}
          autoComplete="off"
          onChange={(event) => change({ gameId: event.currentTarget.value })}
          onBlur={() => setShowsNumberFault(true)}
        />
        <PolicyFields isLegacy={false} form={{ values, change }} isChecked={isChecked} />
        {failure !== undefined && (
          <Notice tone="error" title={m["games.createFailedTitle"]()}>
            {m["area.errorWithMessage"]({ message: failureText(failure, gameSettingsTexts) })}
          </Notice>
        )}
        <div>
          <Button type="submit" disabled={send.isSuccess} pending={send.isPending} pendingText={m["app.waiting"]()}>
            {m["games.createTitle"]()}
          </Button>
        </div>
        {send.isSuccess && <Created game={send.data} />}
      </Stack>
      <Link to="/games" className={buttonClass("quiet")}>
        {m["games.back"]()}
      </Link>
    </>
  );
}

/** PostgreSQL's largest integer is the limit. */
function isGameNumber(typed: string): boolean {
  return /^[1-9]\d{0,9}$/.test(typed) && Number(typed) <= 2_147_483_647;
}

function Created({ game: { gameId, gameKey } }: { game: GameSettings }) {
  return (
    <Notice takesFocus tone="success">
      <p>{m["games.created"]()}</p>
      <Link to="/games/$gameId" params={{ gameId: String(gameId) }} className={buttonClass("secondary", "small")}>
        {m["games.openGame"]({ gameKey })}
      </Link>
    </Notice>
  );
}
