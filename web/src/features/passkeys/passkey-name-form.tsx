import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";
import { useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { Button } from "#/ui/button.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { ownPasskeyTexts } from "./passkey-texts.ts";

interface PasskeyNameFormProps {
  /** Stands in the field at first. */
  name: string;
  hint?: string;
  submitText: string;
  /** Gets the trimmed name. The form stays busy until it resolves, and shows its refusal. */
  onSubmit: (name: string) => Promise<unknown>;
  /** Without `onCancel` the form has no button to cancel. */
  onCancel?: (() => void) | undefined;
}

/** Asks for the name of a new or an old passkey. */
export function PasskeyNameForm({ name, hint, submitText, onSubmit, onCancel }: PasskeyNameFormProps) {
  const { isBusy, failure, act } = useAction();
  const [typed, setTyped] = useState(name);
  const [isWrong, setIsWrong] = useState(false);
  // The button that opened the form is gone, so the field takes the focus: `select` also focuses it.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = typed.trim();
    setIsWrong(given === "");
    if (given === "") field.current?.focus();
    if (given === "" || isBusy) return;
    void act(async () => void (await onSubmit(given)));
  };
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      {failure !== undefined && <ActionFailure failure={failure} texts={ownPasskeyTexts} />}
      <TextField
        ref={field}
        label={m["passkeys.name"]()}
        hint={hint}
        error={isWrong ? m["passkeys.nameWrong"]() : undefined}
        autoComplete="off"
        maxLength={limits.passkeys.nameMax}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Row>
        <Button type="submit" pending={isBusy} pendingText={m["app.waiting"]()}>
          {submitText}
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
