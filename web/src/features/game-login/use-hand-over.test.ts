/** When a screen begins its hand-over, and what happens to the login state (specification, sections 2 and 9). */
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCall } from "#/api/call.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
// Renamed, because no component calls this hook here.
import { useHandOver as runHandOverScreen } from "./use-hand-over.ts";

// A screen that renders once: its state stays the initial one, its effects run when the test says so.
const effects = vi.hoisted((): (() => (() => void) | undefined)[] => []);
vi.mock("react", () => ({
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, () => undefined],
  useReducer: (_: unknown, initial: unknown) => [initial, () => undefined],
  useEffect: (effect: () => (() => void) | undefined) => void effects.push(effect),
}));

const app = "example.storyport.game:/cb";
const web = "https://game.test/cb";
const requestOf = (callbackUrl: string) => ({ gameId: "1", state: "s", clientCode: "c", callbackUrl });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { cookie: "" }));
  vi.stubGlobal("location", { protocol: "http:", assign: () => undefined });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  effects.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the screen. `leave` closes it, `codes` counts the requested codes. The game has arrived once `arrive` was called. */
function openScreen(callbackUrl = app) {
  const request = requestOf(callbackUrl);
  let status = "waiting";
  let codes = 0;
  const call = createCall(async ({ url }) => {
    const isCode = url.includes(finishGameLogin.path);
    if (isCode) codes += 1;
    const isConsent = url.includes(consentToGameLogin.path);
    const code = { deeplinkUrl: `${callbackUrl}?code=k`, kind: callbackUrl === app ? "APP" : "WEB", handover: "h".repeat(43) };
    const body = isCode ? code : isConsent ? { is: "given", consent: "c".repeat(43) } : { status };
    return { status: 200, statusText: "", retryAfter: null, body: JSON.stringify(body) };
  });
  const loginState = createBrowserLoginState();
  loginState.save(request);
  runHandOverScreen({ request, scope: undefined, orgId: undefined }, { call, loginState });
  const ends = effects.map((effect) => effect());
  return {
    loginState,
    codes: () => codes,
    arrive: () => void (status = "redeemed"),
    leave: () => ends.forEach((end) => end?.()),
  };
}

test("it waits 15 milliseconds before it requests the game's code", async () => {
  const screen = openScreen();
  await vi.advanceTimersByTimeAsync(14);
  expect(screen.codes()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(screen.codes()).toBe(1);
});

test("a screen that is left within the wait requests nothing", async () => {
  const screen = openScreen();
  await vi.advanceTimersByTimeAsync(14);
  screen.leave();
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.codes()).toBe(0);
});

test("the stored login state is cleared when the game has arrived, and not before", async () => {
  const screen = openScreen();
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.loginState.read()).toEqual(requestOf(app));
  screen.arrive();
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.loginState.read()).toEqual({});
});

test("it is cleared when the browser navigates to a web game, because this page is gone before the arrival", async () => {
  const gone = vi.fn<(href: string) => void>();
  const screen = openScreen(web);
  vi.stubGlobal("location", { protocol: "http:", assign: gone });
  const left: unknown[] = [];
  gone.mockImplementation(() => void left.push(screen.loginState.read()));
  await vi.advanceTimersByTimeAsync(100);
  expect(gone).toHaveBeenCalledExactlyOnceWith(`${web}?code=k`);
  expect(left).toEqual([{}]);
});
