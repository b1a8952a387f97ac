import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Notice } from "#/ui/notice.tsx";

export interface LoginFailureProps {
  failure: Pick<Failure, "code" | "message" | "errors">;
  /** Texts by code. They replace `loginTexts`. */
  texts?: Readonly<Record<string, () => string>>;
  /** The next step, in place of the advice to ask the school. */
  children?: ReactNode;
}

/** 'Login failed' and the reason. Takes the focus, so that it is read out and the next Tab continues from here. */
export function LoginFailure({ failure, texts = loginTexts, children }: LoginFailureProps) {
  return (
    <Notice takesFocus={failure} tone="error" title={m["errors.loginFailed"]()}>
      {failureText({ status: 0, statusText: "", ...failure, code: codeOf(failure) }, texts)}
      {children === undefined && askSchool.has(failure.code) && <p>{m["login.askSchool"]()}</p>}
      {children}
    </Notice>
  );
}

/** The server's code names one fault of the input. If e-mail and password are both malformed, the text is about both. */
function codeOf({ code, errors = [] }: LoginFailureProps["failure"]): string {
  const found = new Set(errors.map((each) => each.code));
  return found.has("errors.emailInvalid") && found.has("errors.passwordLength") ? "errors.invalidInput" : code;
}

/** What only the school can change. */
const askSchool: ReadonlySet<string> = new Set(["errors.noLoginPermissions", "errors.userNotActive"]);

const loginTexts: Readonly<Record<string, () => string>> = {
  "errors.emailAndPasswordRequired": () => m["errors.emailAndPasswordRequired"](),
  "errors.emailInvalid": () => m["errors.emailInvalid"](),
  "errors.invalidInput": () => m["login.checkInput"](),
  "errors.invalidUsernameOrPassword": () => m["errors.invalidUsernameOrPassword"](),
  "errors.loginFailed": () => m["login.tryAgainText"](),
  "errors.loginStopped": () => m["errors.loginStopped"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
  "errors.passwordLength": () => m["errors.passwordLength"](),
  "errors.passwordExpired": () => m["errors.passwordExpired"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};
