import { limits } from "@storyport/contract/limits";
import { addPasskey } from "@storyport/contract/passkeys";
import type { Passkey } from "@storyport/contract/passkeys";
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
import { Row } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { createPasskey } from "./ceremony.ts";
import { cancelledCode, ownPasskeyTexts } from "./passkey-texts.ts";
import { knowsPasskeys } from "./passkey-support.ts";

interface AddPasskeyProps {
  onBegin: () => void;
  onAdded: (passkey: Passkey) => void;
}

/** Asks for a name first, because the browser's dialog comes after it. */
export function AddPasskey({ onBegin, onAdded }: AddPasskeyProps) {
  const [isNaming, setIsNaming] = useState(false);
  if (!knowsPasskeys()) return <p>{m["passkeys.unsupported"]()}</p>;
  if (isNaming) {
    const added = (passkey: Passkey) => {
      setIsNaming(false);
      onAdded(passkey);
    };
    return <NameForm onAdded={added} onCancel={() => setIsNaming(false)} />;
  }
  const begin = () => {
    onBegin();
    setIsNaming(true);
  };
  return (
    <Row>
      <Button variant="secondary" onClick={begin}>
        {m["passkeys.add"]()}
      </Button>
    </Row>
  );
}

function NameForm({ onAdded, onCancel }: { onAdded: (passkey: Passkey) => void; onCancel: () => void }) {
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
      onAdded(await call(addPasskey, { body: { name: given, credential } }));
    });
  };
  return (
    <form noValidate onSubmit={submit}>
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
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          {m["passkeys.cancel"]()}
        </Button>
      </Row>
    </form>
  );
}

/** The browser refuses a device that has a passkey of the account already. */
function refusalOfPrompt(error: unknown): never {
  if (!(error instanceof DOMException)) throw error;
  throw new ApiError(failureOfCode(error.name === "InvalidStateError" ? "errors.passkeyTaken" : cancelledCode), { cause: error });
}
