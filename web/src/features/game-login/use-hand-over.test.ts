// @vitest-environment happy-dom
/** When a screen begins its hand-over, and what happens to the login state (specification, sections 2 and 9). */
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { useHandOver } from "./use-hand-over.ts";

const app = "example.storyport.game:/cb";
const web = "https://game.test/cb";
const requestOf = (callbackUrl: string) => ({ gameId: "1", state: "s", clientCode: "c", callbackUrl });

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

/**
 * Opens the screen. `leave` closes it, `codes` counts the requested codes, `calls` all calls. The game has arrived once `arrive` was
 * called.
 */
function openScreen(callbackUrl = app, orgId?: string) {
  const request = requestOf(callbackUrl);
  let status = "waiting";
  let codes = 0;
  let calls = 0;
  const call = createCall(async ({ url }) => {
    calls += 1;
    const isCode = url.includes(finishGameLogin.path);
    if (isCode) codes += 1;
    const isConsent = url.includes(consentToGameLogin.path);
    const code = { deeplinkUrl: `${callbackUrl}?code=k`, kind: callbackUrl === app ? "APP" : "WEB", handover: "h".repeat(43) };
    const body = isCode ? code : isConsent ? { is: "given", consent: "c".repeat(43) } : { status };
    return { status: 200, statusText: "", retryAfter: null, body: JSON.stringify(body) };
  });
  const loginState = createBrowserLoginState();
  loginState.save(request);
  const task = { request, scope: undefined, orgId, isChild: false };
  const currentChoice = createBrowserCurrentChoice();
  const { unmount } = renderHook(() => useHandOver(task, { call, loginState, currentChoice }));
  return {
    currentChoice,
    loginState,
    codes: () => codes,
    calls: () => calls,
    arrive: () => void (status = "redeemed"),
    leave: unmount,
  };
}

test("the organization of the request becomes that of the tab only when the server has issued the code", async () => {
  const school = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";
  const screen = openScreen(app, school);
  await pass(14);
  expect(screen.currentChoice.read().organizationId).toBeUndefined();
  await pass(1000);
  expect(screen.codes()).toBe(1);
  expect(screen.currentChoice.read().organizationId).toBe(school);
});

test("a screen waits 15 milliseconds before it requests the game's code", async () => {
  const screen = openScreen();
  await pass(14);
  expect(screen.codes()).toBe(0);
  await pass(1);
  expect(screen.codes()).toBe(1);
});

test("a screen that is left within the wait requests nothing", async () => {
  const screen = openScreen();
  await pass(14);
  screen.leave();
  await pass(1000);
  expect(screen.calls()).toBe(0);
});

test("the stored login state is cleared when the game has arrived, and not before", async () => {
  const screen = openScreen();
  await pass(5000);
  expect(screen.loginState.read()).toEqual(requestOf(app));
  screen.arrive();
  await pass(1000);
  expect(screen.loginState.read()).toEqual({});
});

test("the stored login state is cleared when the browser navigates to a web game, because this page is gone before the arrival", async () => {
  const gone = vi.fn<(href: string) => void>();
  const screen = openScreen(web);
  vi.spyOn(location, "assign").mockImplementation((url) => gone(String(url)));
  const left: unknown[] = [];
  gone.mockImplementation(() => void left.push(screen.loginState.read()));
  await pass(100);
  expect(gone).toHaveBeenCalledExactlyOnceWith(`${web}?code=k`);
  expect(left).toEqual([{}]);
});

test("a user who goes to another tab and back ten times does not hear early that the game is absent", async () => {
  const screen = openScreen();
  await pass(100);
  for (const shown of Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "hidden" : "visible"))) {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(shown);
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(1);
  }
  // The half minute of `waits.arrivalGiveUp` is not over. The polls after each return must not count towards it.
  await pass(25_000);
  screen.arrive();
  await pass(1000);
  expect(screen.loginState.read()).toEqual({});
});
