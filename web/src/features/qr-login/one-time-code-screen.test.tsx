// @vitest-environment happy-dom
/** A refused code leaves the tablet without the former child (DESIGN A6). */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { oneTimeCodeAlphabet } from "@storyport/contract/one-time-code";
import { expect, test, vi } from "vitest";
import { createHandOverMemory } from "#/features/game-login/hand-over-memory.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OneTimeCodeScreen } from "./one-time-code-screen.tsx";

test("the picture has the letters and digits of a code", async () => {
  const { page } = await showLoggedIn(<OneTimeCodeScreen />, undefined, { isPublic: true });
  const signs = Array.from(page.container.querySelectorAll("svg text"), ({ textContent }) => textContent).join("");
  const { wordLength, numberLength } = oneTimeCodeAlphabet;
  expect(signs).toMatch(new RegExp(`^[A-Z]{${wordLength}}\\d{${numberLength}}$`));
});

/** Sends a code that the server refuses. Returns the visitors that the page shows afterwards. */
async function enterRefused(code: string, status: number, loginType: "QRCODE" | "PASSWORD") {
  const showVisitor = vi.fn<(visitor: Visitor) => void>();
  const refuse = () => answered({ message: "No", code, requestId: "r" }, status);
  await showLoggedIn(<OneTimeCodeScreen />, refuse, { isPublic: true, showVisitor, user: { loginType } });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "FKM 407 182" } });
  await act(async () => void fireEvent.submit(screen.getByRole("textbox")));
  await waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  return showVisitor.mock.calls;
}

test.each(["", "ABC", "FKM 407 18", "ABE 407 182"])(
  "the code %j is no code, which the page says without asking the server",
  async (code) => {
    const { page } = await showLoggedIn(<OneTimeCodeScreen />, undefined, { isPublic: true });
    fireEvent.change(screen.getByRole("textbox"), { target: { value: code } });
    await act(async () => void fireEvent.submit(screen.getByRole("textbox")));
    expect(page.container.textContent).toContain("A code has 9 characters: three letters and six numbers. Check it and try again.");
    expect(screen.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  },
);

test.each([
  ["errors.oneTimeCodeInvalid", 401],
  ["errors.tooManyAttempts", 429],
])("%s ends the former child's login on the page too", async (code, status) => {
  expect(await enterRefused(code, status, "QRCODE")).toEqual([[{ is: "nobody", expired: true }]]);
});

test.each([
  ["errors.tooManyAttempts", 429, "PASSWORD"],
  ["errors.unavailable", 503, "QRCODE"],
] as const)("%s with status %i leaves a login by %s as it is", async (code, status, loginType) => {
  expect(await enterRefused(code, status, loginType)).toEqual([]);
});

test.each([
  ["PASSWORD", true],
  ["QRCODE", false],
] as const)("after too many attempts the hand-over of a login by %s stays: %s", async (loginType, stays) => {
  const memory = createHandOverMemory();
  const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };
  memory.keep({ request, isChild: false, handover: "h", deepLink: "https://game.test/cb?code=k", step: "waiting" });
  await enterRefused("errors.tooManyAttempts", 429, loginType);
  expect(memory.read() !== undefined).toBe(stays);
});
