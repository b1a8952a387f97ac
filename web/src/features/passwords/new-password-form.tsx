import { limits } from "@storyport/contract/limits";
import { ratePassword } from "@storyport/contract/password-strength";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { emailFault } from "#/features/links/email-form.tsx";
import { HiddenFields } from "#/features/links/hidden-fields.tsx";
import type { Action } from "#/api/use-action.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { useEmailCheck } from "./use-email-check.ts";
import { PasswordRules } from "./password-rules.tsx";
import { isTooWeak } from "./too-weak.ts";
import { usePasswordAdvice } from "./use-password-advice.ts";
import styles from "./passwords.module.css";

export interface NewPasswordFormProps {
  sending: Action;
  /** The form's target and its hidden fields while no script runs. */
  action: string;
  hidden: Readonly<Record<string, string>>;
  button: string;
  /** From the link or from a refused attempt; shown and editable. */
  email?: string | undefined;
  /** Shown above the fields, such as the failure of `sending`. */
  children?: ReactNode;
  onSubmit: (email: string, password: string) => void;
}

type Faults = { email?: string | undefined; password?: string | undefined };

/**
 * E-mail, new password, and a box that shows it (specification, section 2, /account/set-password, and section 5). It works before its
 * script runs.
 */
export function NewPasswordForm({ sending, action, hidden, button, email: known, children, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState("");
  const [isShown, setShown] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const advice = usePasswordAdvice(password, known ?? "");
  const { check, handleTyped, checkNow } = useEmailCheck();

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email") ?? "");
    const found: Faults = { email: emailFault(email), password: passwordFault(password) };
    setFaults(found);
    checkNow(email);
    setSent(password);
    if (found.email === undefined && found.password === undefined) return onSubmit(email, password);
    const wrong = found.email === undefined ? "password" : "email";
    form.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  };

  return (
    <Stack as="form" method="post" action={action} noValidate onSubmit={handleSubmit}>
      {children}
      <TextField
        label={m["passwords.email"]()}
        hint={check.is === "doubtful" && <span role="status">{m["passwords.emailMeant"]({ email: check.meant })}</span>}
        error={faults.email ?? (check.is === "malformed" && m["errors.emailInvalid"]())}
        id="new-password-email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email.max}
        defaultValue={known}
        onChange={(event) => {
          setFaults({ ...faults, email: undefined });
          handleTyped(event.currentTarget.value);
        }}
        required
      />
      <TextField
        label={m["passwords.newPassword"]()}
        error={faults.password}
        id="new-password"
        type={isShown ? "text" : "password"}
        name="password"
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={password}
        onChange={(event) => {
          setFaults({ ...faults, password: undefined });
          setPassword(event.currentTarget.value);
        }}
        required
      />
      <PasswordRules
        password={password}
        id="new-password-rules"
        advice={advice}
        isRefused={sending.failure !== undefined && isTooWeak(sending.failure) && password === sent}
      />
      <Checkbox
        id="show-password"
        // Hidden without script, because it would have no effect.
        className={styles["ofScript"]}
        label={m["passwords.showPassword"]()}
        checked={isShown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <HiddenFields fields={hidden} />
      <Button type="submit" size="large" wide pending={sending.isBusy} pendingText={m["passwords.pending"]()}>
        {button}
      </Button>
    </Stack>
  );
}

function passwordFault(password: string): string | undefined {
  if (password === "") return m["passwords.passwordRequired"]();
  return ratePassword(password).strength === "GOOD" ? undefined : m["passwords.tooWeak"]();
}
