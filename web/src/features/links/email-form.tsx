import { isEmail } from "@storyport/contract/text-rules";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#/ui/button.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import type { Action } from "#/api/use-action.ts";

export interface EmailFormProps {
  sending: Action;
  /** The form's target and its hidden fields while no script runs. */
  action: string;
  hidden?: Readonly<Record<string, string>>;
  /** The address of a refused attempt. */
  attemptedEmail?: string | undefined;
  button: string;
  /** The button starts an action that cannot be undone. */
  isDangerous?: boolean;
  /** Shown above the field. */
  children?: ReactNode;
  onSubmit: (email: string) => void;
}

/** A form with one e-mail address. A native form: it also works before its script runs, and no input appears in an address. */
export function EmailForm({
  sending,
  action,
  hidden = {},
  attemptedEmail,
  button,
  isDangerous = false,
  children,
  onSubmit,
}: EmailFormProps) {
  const [fault, setFault] = useState<string>();
  return (
    <Stack
      as="form"
      method="post"
      action={action}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const email = String(new FormData(event.currentTarget).get("email") ?? "");
        const found = emailFault(email);
        setFault(found);
        if (found === undefined) onSubmit(email);
        else event.currentTarget.querySelector<HTMLElement>("[name=email]")?.focus();
      }}
    >
      {children}
      <TextField
        label={m["passwords.email"]()}
        error={fault}
        id="link-email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email.max}
        defaultValue={attemptedEmail}
        required
      />
      <HiddenFields fields={hidden} />
      <Button
        type="submit"
        size="large"
        wide
        variant={isDangerous ? "danger" : "primary"}
        pending={sending.isBusy}
        pendingText={m["passwords.pending"]()}
      >
        {button}
      </Button>
    </Stack>
  );
}

/** Returns the fault of an address, before it is sent. */
export function emailFault(email: string): string | undefined {
  if (email.trim() === "") return m["passwords.emailRequired"]();
  return isEmail(email) ? undefined : m["errors.emailInvalid"]();
}
