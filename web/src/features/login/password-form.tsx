import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { logInWithPassword } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import type { SubmitEvent } from "react";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PasswordField } from "#/ui/password-field.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { LoginFailure } from "./login-failure.tsx";
import styles from "./login.module.css";
import { useLogIn } from "./use-log-in.ts";
import type { LoginFailed } from "./use-log-in.ts";

export interface PasswordFormProps {
  /** The refusal of a login without script. */
  failure?: LoginFailed | undefined;
  attemptedEmail?: string | undefined;
}

/** E-mail and password. A native form: before its script runs it submits itself, and the server answers with the next page. */
export function PasswordForm({ failure, attemptedEmail }: PasswordFormProps) {
  const { progress, logIn, prepare } = useLogIn(failure);

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (progress.is === "submitting") return;
    const form = event.currentTarget;
    const field = (name: string) => String(new FormData(form).get(name) ?? "");
    const outcome = await logIn(field("email"), field("password"));
    const password = form.elements.namedItem("password");
    if (outcome === "failed" && password instanceof HTMLInputElement) password.value = "";
  };

  return (
    <form
      method="post"
      action={endpointUrl(logInWithPassword)}
      noValidate
      className={styles["form"]}
      onSubmit={(event) => void handleSubmit(event)}
    >
      {progress.is === "failed" && <LoginFailure failure={progress.failure} />}
      <TextField
        label={m["login.email"]()}
        id="login-email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email.max}
        defaultValue={attemptedEmail}
        onFocus={prepare}
        required
      />
      <PasswordField
        label={m["login.password"]()}
        id="login-password"
        name="password"
        autoComplete="current-password"
        onFocus={prepare}
        required
        showText={m["login.show"]()}
        hideText={m["login.hide"]()}
        showLabel={m["login.showPassword"]()}
        hideLabel={m["login.hidePassword"]()}
      />
      {/* The device's name while no script runs. */}
      <input type="hidden" name="deviceName" value="Browser" />
      <Button type="submit" size="large" wide pending={progress.is === "submitting"} pendingText={m["login.pending"]()}>
        {m["login.logIn"]()}
      </Button>
      <a href="/forgot-password" className={buttonClass("quiet")}>
        {m["login.forgotPassword"]()}
      </a>
    </form>
  );
}
