/** 'Login failed' and the server's message are both translated by code (specification, section 8). */
import type { FieldError } from "@storyport/contract/error-codes";
import { logInWithPassword } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { overwriteGetLocale } from "@storyport/texts/runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LoginFailure } from "./login-failure.tsx";

// Rendered in Norwegian, so that no sentence of the server can match by accident.
overwriteGetLocale(() => "nb");

const ofTheServer = "Invalid username or password";

function wordsFor(code: string, errors?: FieldError[]): string[] {
  const html = renderToStaticMarkup(<LoginFailure failure={{ code, message: ofTheServer, errors }} />);
  return html.split(/<[^>]*>/).filter((words) => words !== "");
}

const heading = m["errors.loginFailed"]();

test.each([
  ["errors.emailAndPasswordRequired", "errors.emailAndPasswordRequired"],
  ["errors.emailInvalid", "errors.emailInvalid"],
  ["errors.passwordLength", "errors.passwordLength"],
  ["errors.invalidInput", "login.checkInput"],
  ["errors.invalidUsernameOrPassword", "errors.invalidUsernameOrPassword"],
  ["errors.passwordExpired", "errors.passwordExpired"],
  ["errors.tooManyAttempts", "errors.tooManyAttempts"],
  ["errors.busy", "errors.busy"],
  ["errors.offline", "errors.offline"],
  ["errors.unavailable", "errors.unavailable"],
  ["errors.unexpected", "errors.unexpected"],
] as const)("%s is shown by the text %s, below 'Login failed'", (code, text) => {
  expect(wordsFor(code)).toEqual([heading, m[text]()]);
});

test.each(["errors.userNotActive", "errors.noLoginPermissions"] as const)("%s also says whom to ask", (code) => {
  expect(wordsFor(code)).toEqual([heading, m[code](), m["login.askSchool"]()]);
});

test("no refusal of a login shows the server's sentence", () => {
  const untranslated = logInWithPassword.refusals.filter((code) => wordsFor(code).includes(ofTheServer));
  expect(untranslated).toEqual([]);
});

test("a malformed address with a short password is told about both", () => {
  const errors = ["errors.emailInvalid", "errors.passwordLength"].map((code) => ({ code, message: ofTheServer }));
  expect(wordsFor("errors.emailInvalid", errors)).toEqual([heading, m["login.checkInput"]()]);
});

test("an answer with a message alone shows the message, below 'Login failed'", () => {
  expect(wordsFor("")).toEqual([heading, ofTheServer]);
});

test("an unknown code shows the server's sentence, below a translated title", () => {
  expect(wordsFor("errors.ofAnotherDay")).toEqual([heading, ofTheServer]);
});
