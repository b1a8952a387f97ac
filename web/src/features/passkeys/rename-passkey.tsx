import { limits } from "@storyport/contract/limits";
import { renamePasskey } from "@storyport/contract/passkeys";
import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { ownPasskeyTexts } from "./passkey-texts.ts";

interface RenamePasskeyProps {
  passkey: Passkey;
  onRenamed: (passkey: Passkey) => void;
  onCancel: () => void;
}

/** Renames a passkey, in its place in the list. */
export function RenamePasskey({ passkey: { id, name }, onRenamed, onCancel }: RenamePasskeyProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [typed, setTyped] = useState(name);
  const [isWrong, setIsWrong] = useState(false);
  // The pressed button is gone, so the focus goes on here.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = typed.trim();
    setIsWrong(given === "");
    if (given === "" || isBusy) return;
    void act(async () => onRenamed(await call(renamePasskey, { params: { passkeyId: id }, body: { name: given } })));
  };
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      {failure !== undefined && <ActionFailure failure={failure} texts={ownPasskeyTexts} />}
      <TextField
        ref={field}
        label={m["passkeys.name"]()}
        error={isWrong ? m["passkeys.nameWrong"]() : undefined}
        autoComplete="off"
        maxLength={limits.passkeys.nameMax}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Row>
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["passkeys.save"]()}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          {m["passkeys.cancel"]()}
        </Button>
      </Row>
    </Stack>
  );
}
