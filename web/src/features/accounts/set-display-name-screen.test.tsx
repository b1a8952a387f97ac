// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { SetDisplayNameScreen } from "./set-display-name-screen.tsx";

const name = () => screen.getByLabelText<HTMLInputElement>("Display name");
const send = (displayName: string) => {
  fireEvent.change(name(), { target: { value: displayName } });
  fireEvent.click(screen.getByRole("button", { name: "Set display name" }));
};

beforeEach(() => sessionStorage.clear());

test("a session that ended shows the same notice as everywhere, and the name is there again after the login", async () => {
  const { page } = await showLoggedIn(<SetDisplayNameScreen />, () => sessionOver, { isPublic: true, address: "/set-display-name" });
  send("Mona Manager");
  await screen.findByRole("dialog", { name: "You have been logged out" });
  const link = screen.getByRole("link", { name: "Log in again" });
  expect(link.getAttribute("href")).toBe("/login?postLoginPage=%2Fset-display-name");
  dispatchEvent(new Event("pagehide"));
  page.unmount();
  await showLoggedIn(<SetDisplayNameScreen />, undefined, { isPublic: true });
  expect(name().value).toBe("Mona Manager");
  expect(screen.getByRole("status").textContent).toContain("is here again");
});

test("a name that is set is reported with the focus, because the form is gone", async () => {
  await showLoggedIn(<SetDisplayNameScreen />, () => answered({ displayName: "Mona" }), { isPublic: true });
  screen.getByRole("button", { name: "Set display name" }).focus();
  send("Mona");
  const message = await screen.findByRole("status");
  expect(document.activeElement).toBe(message);
});

test("a name that breaks the rule is refused at its field, without a request", async () => {
  const api = vi.fn<Api>(() => sessionOver);
  await showLoggedIn(<SetDisplayNameScreen />, api, { isPublic: true });
  send("<b>");
  expect(api).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).not.toBe("");
  expect(name().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test.each([
  ["to the start page", "", "/"],
  [
    "to the waiting game if a callback URL is stored",
    `login-state=${encodeURIComponent(JSON.stringify({ callbackUrl: "https://game.test/cb" }))}`,
    "/game-redirect",
  ],
])("a set name leads on %s", async (_, cookie, next) => {
  await showLoggedIn(<SetDisplayNameScreen />, () => answered({ displayName: "Mona" }), {
    isPublic: true,
    loginState: createServerLoginState(cookie, () => undefined),
  });
  send("Mona");
  expect((await screen.findByRole("link", { name: "Go on" })).getAttribute("href")).toBe(next);
});

test("the listed messages of a refusal are shown line by line, also without codes", async () => {
  const errors = [{ message: "First line" }, { message: "Second line" }];
  await showLoggedIn(<SetDisplayNameScreen />, () => answered({ message: "No", errors }, 400), { isPublic: true });
  send("Mona Manager");
  const lines = (await screen.findByRole("alert")).querySelectorAll("p");
  expect([...lines].map((line) => line.textContent)).toEqual(["First line", "Second line"]);
});

test.each([400, 403])("a message alone is shown, with the status %i", async (status) => {
  await showLoggedIn(<SetDisplayNameScreen />, () => answered({ message: "Server says no" }, status), { isPublic: true });
  send("Mona Manager");
  expect((await screen.findByRole("alert")).textContent).toBe("Server says no");
});
