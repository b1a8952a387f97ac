import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { logInWithPassword } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import type { SubmitEvent } from "react";
import type { Failure } from "#/api/api-error.ts";
import { PasskeyLogin } from "#/features/passkeys/passkey-login.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PasswordField } from "#/ui/password-field.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { LoginFailure } from "./login-failure.tsx";
import styles from "./login.module.css";
import { useLogIn } from "./use-log-in.ts";

export interface PasswordFormProps {
  /** The refusal that the page's address names, such as that of a login without script. */
  failure?: Failure | undefined;
  attemptedEmail?: string | undefined;
}

/** E-mail and password, or a passkey. A native form: before its script runs it submits itself, and the server sends the next page. */
export function PasswordForm({ failure, attemptedEmail }: PasswordFormProps) {
  const login = useLogIn(failure);

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (login.isBusy) return;
    const form = event.currentTarget;
    const field = (name: string) => String(new FormData(form).get(name) ?? "");
    const isIn = await login.logIn(field("email"), field("password"));
    const password = form.elements.namedItem("password");
    if (!isIn && password instanceof HTMLInputElement) password.value = "";
  };

  return (
    <form
      method="post"
      action={endpointUrl(logInWithPassword)}
      noValidate
      className={styles["form"]}
      onSubmit={(event) => void handleSubmit(event)}
    >
      {login.failure !== undefined && <LoginFailure failure={login.failure} />}
      <TextField
        label={m["login.email"]()}
        id="login-email"
        type="email"
        name="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email.max}
        defaultValue={attemptedEmail}
        onFocus={login.prepare}
        required
      />
      <PasswordField
        label={m["login.password"]()}
        id="login-password"
        name="password"
        autoComplete="current-password"
        onFocus={login.prepare}
        required
        showText={m["login.show"]()}
        hideText={m["login.hide"]()}
        showLabel={m["login.showPassword"]()}
        hideLabel={m["login.hidePassword"]()}
      />
      {/* The device's name while no script runs. */}
      <input type="hidden" name="deviceName" value="Browser" />
      <Button type="submit" size="large" wide pending={login.isBusy} pendingText={m["login.pending"]()}>
        {m["login.logIn"]()}
      </Button>
      <PasskeyLogin act={login.act} />
      <a href="/forgot-password" className={buttonClass("quiet")}>
        {m["login.forgotPassword"]()}
      </a>
    </form>
  );
}
