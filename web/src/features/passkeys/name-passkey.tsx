import type { ResponseOf } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { addPasskey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { deviceName } from "#/features/login/device-name.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { createPasskey } from "./ceremony.ts";
import { cancelledCode, ownPasskeyTexts } from "./passkey-texts.ts";

export type AddedPasskey = ResponseOf<typeof addPasskey>;

interface NamePasskeyProps {
  /** The form stays busy until it resolves. */
  onAdded: (added: AddedPasskey) => unknown;
  /** Without `onCancel` the form has no button to cancel. */
  onCancel?: () => void;
}

/** Asks for a name, and then for the passkey. */
export function NamePasskey({ onAdded, onCancel }: NamePasskeyProps) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [name, setName] = useState(() => deviceName(navigator.userAgent).slice(0, limits.passkeys.nameMax));
  const [isWrong, setIsWrong] = useState(false);
  // The pressed button is gone, so the focus goes on here.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = name.trim();
    setIsWrong(given === "");
    if (given === "" || isBusy) return;
    void act(async () => {
      const credential = await createPasskey(call).catch(refusalOfPrompt);
      await onAdded(await call(addPasskey, { body: { name: given, credential } }));
    });
  };
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      {failure !== undefined && <ActionFailure failure={failure} texts={ownPasskeyTexts} />}
      <TextField
        ref={field}
        label={m["passkeys.name"]()}
        hint={m["passkeys.nameHint"]()}
        error={isWrong ? m["passkeys.nameWrong"]() : undefined}
        autoComplete="off"
        maxLength={limits.passkeys.nameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Row>
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["passkeys.create"]()}
        </Button>
        {onCancel !== undefined && (
          <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
            {m["passkeys.cancel"]()}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** The browser refuses a device that has a passkey of the account already. */
function refusalOfPrompt(error: unknown): never {
  if (!(error instanceof DOMException)) throw error;
  throw new ApiError(failureOfCode(error.name === "InvalidStateError" ? "errors.passkeyTaken" : cancelledCode), { cause: error });
}
