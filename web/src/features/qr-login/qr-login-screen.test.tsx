// @vitest-environment happy-dom
/** What /login/qr says if the login fails (specification, 2.36). */
import { m } from "@storyport/texts/messages";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { createCall } from "#/api/call.ts";
import type { Send } from "#/api/call.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { PortalContext } from "#/shell/portal.ts";
import { QrLoginScreen } from "./qr-login-screen.tsx";

const notValid = "The QR login link was not valid.";
const wait = m["child.waitALittle"]();
const refused = (code: string, status: number) => answered({ message: "x", code, requestId: "r" }, status);

/** Opens the page, and returns the text of its notice. */
async function refusedBy(send: Send): Promise<string> {
  const portal = { ...aPortal({}, ""), call: createCall(send), badgeCode: { read: () => "the-code", forget: () => undefined } };
  render(
    <PortalContext value={{ ...portal, visitor: { is: "nobody", expired: false } }}>
      <QrLoginScreen given={{}} asksFirst={false} />
    </PortalContext>,
  );
  onTestFinished(cleanup);
  return (await screen.findByRole("alert")).textContent;
}

test.each([
  answered({}, 500),
  answered({ message: "x" }, 404),
  answered({ message: "x" }, 401),
  refused("errors.invalidInput", 400),
  refused("errors.unexpected", 500),
  { ...answered({}, 502), body: "<html>" },
])("a failed answer without a text of its own says that the link was not valid, and to try again: $status $body", async (answer) => {
  expect(await refusedBy(async () => answer)).toBe(wait + notValid);
  expect(screen.getByRole("button", { name: m["app.tryAgain"]() })).toBeDefined();
});

test("a badge that is void says so, and offers no second try", async () => {
  expect(await refusedBy(async () => refused("errors.qrLoginUrlInValid", 401))).toBe(m["child.badgeDead"]() + notValid);
  expect(screen.queryByRole("button", { name: m["app.tryAgain"]() })).toBeNull();
});

test.each([
  ["errors.busy", m["errors.busy"]],
  ["errors.unavailable", m["errors.unavailable"]],
  ["errors.tooManyAttempts", m["errors.tooManyAttempts"]],
] as const)("%s keeps its own words", async (code, words) => {
  expect(await refusedBy(async () => refused(code, 503))).toBe(wait + words());
});

test("without an answer the page says that the portal could not be reached", async () => {
  expect(await refusedBy(async () => await Promise.reject(new TypeError("Failed to fetch")))).toBe(wait + m["errors.offline"]());
});
