// @vitest-environment happy-dom
/** What the pages that set a password say after a refusal (specification, section 8). */
import { m } from "@storyport/texts/messages";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCall } from "#/api/call.ts";
import type { ApiAnswer, Send } from "#/api/call.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { PortalContext } from "#/shell/portal.ts";
import { ActivateAccountScreen } from "./activate-account-screen.tsx";
import { SetPasswordScreen } from "./set-password-screen.tsx";

const link = { code: "a".repeat(43), search: {}, attempt: {} };
const pages: [string, ReactNode][] = [
  ["/account/set-password", <SetPasswordScreen key="set" {...link} isFirst={false} />],
  [
    "/new-user-password",
    <ActivateAccountScreen key="activate" {...link} gameId={1} found={{ is: "good", answer: { email: "kari@school.example" } }} />,
  ],
];
const generalText = "This password setting link has errors or it has expired.";
const weak = `The password is too weak${m["instructions.passwordInstructions"]()}`;
const unexpected = "Sorry, an unexpected error has occurred.";
const proxys: ApiAnswer = { status: 404, statusText: "Not Found", retryAfter: null, body: "<html>" };

beforeEach(() => sessionStorage.clear());

/** Submits the form, and returns the text of the notice. */
async function refusedBy(page: ReactNode, send: Send): Promise<string> {
  render(<PortalContext value={{ ...aPortal({}), call: createCall(send) }}>{page}</PortalContext>);
  onTestFinished(cleanup);
  const field = screen.getByLabelText("Email");
  fireEvent.change(field, { target: { value: "kari@school.example" } });
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "A quiet harbour at dawn 7" } });
  const form = field.closest("form");
  if (form === null) throw new Error("There is no form.");
  fireEvent.submit(form);
  return (await screen.findByRole("alert")).textContent;
}

describe.each(pages)("%s", (_, page) => {
  test.each([
    ["a message alone", answered({ message: "x" }, 400)],
    ["a code that nobody knows", answered({ message: "x", code: "WEAK" }, 400)],
    ["nothing that we know", { ...proxys, status: 400 }],
    ["our code", answered({ message: "x", code: "errors.passwordTooWeak", requestId: "r" }, 400)],
  ])("says that the password is too weak, with the instructions, after a 400 with %s", async (__, answer) => {
    expect(await refusedBy(page, async () => answer)).toBe(weak);
  });

  test.each([
    ["a 500 with a message", answered({ message: "Boom" }, 500), "Boom"],
    ["a 410 with a message", answered({ message: "Gone" }, 410), "Gone"],
    ["a page of a proxy", proxys, unexpected],
    ["a fault of the portal", answered({ message: "x", code: "errors.unexpected", requestId: "r" }, 500), unexpected],
  ])("says that the link has errors or has expired, and what happened, after %s", async (__, answer, words) => {
    expect(await refusedBy(page, async () => answer)).toBe(generalText + words);
  });

  test.each([
    ["errors.emailNotForResetLink", 403, m["errors.emailNotForResetLink"]],
    ["errors.invalidInput", 400, m["errors.emailInvalid"]],
    ["errors.tooManyAttempts", 429, m["errors.tooManyAttempts"]],
    ["errors.busy", 503, m["errors.busy"]],
    ["errors.unavailable", 503, m["errors.unavailable"]],
  ] as const)("keeps the own words of %s", async (code, status, words) => {
    expect(await refusedBy(page, async () => answered({ message: "x", code, requestId: "r" }, status))).toBe(words());
  });

  test("keeps the own words without an answer", async () => {
    expect(await refusedBy(page, async () => await Promise.reject(new TypeError("Failed to fetch")))).toBe(m["errors.offline"]());
  });
});
