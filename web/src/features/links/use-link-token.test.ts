// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announceLogout } from "#/features/logout/other-tabs.ts";
import { forgetToken, readKeptToken } from "./link-token.ts";
import { useLinkToken } from "./use-link-token.ts";

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/set-password?code=secret&lang=nb");
});
afterEach(() => void vi.useRealTimers());

/** Opens a mailed link in this tab and leaves it unanswered. */
function openLink(address: string) {
  history.replaceState(null, "", address);
  renderHook(() => useLinkToken("secret")).unmount();
}

/** What the page at this address finds in the tab. */
function proofAt(address: string) {
  history.replaceState(null, "", address);
  return renderHook(() => useLinkToken(undefined)).result.current;
}

test("the proof leaves the address, and a reload still has it", () => {
  const { result, unmount } = renderHook(() => useLinkToken("secret"));
  expect(result.current).toEqual({ is: "known", token: "secret" });
  expect(location.pathname + location.search).toBe("/set-password?lang=nb");
  unmount();
  expect(renderHook(() => useLinkToken(undefined)).result.current).toEqual({ is: "known", token: "secret" });
});

test("a proof that was used is missing after a reload", () => {
  renderHook(() => useLinkToken("secret"));
  expect(readKeptToken()).toBe("secret");
  forgetToken();
  expect(renderHook(() => useLinkToken(undefined)).result.current).toEqual({ is: "missing" });
});

test("a logout drops the proofs of all links that were opened in the tab", () => {
  openLink("/delete-user?gameId=1&code=secret");
  openLink("/account/confirm-email?code=secret");
  announceLogout();
  expect(proofAt("/delete-user?gameId=1")).toEqual({ is: "missing" });
  expect(proofAt("/account/confirm-email")).toEqual({ is: "missing" });
});

test("the link of one game does not answer for another game", () => {
  openLink("/delete-user?gameId=1&code=secret");
  expect(proofAt("/delete-user?gameId=7")).toEqual({ is: "missing" });
  expect(proofAt("/delete-user?gameId=1")).toEqual({ is: "known", token: "secret" });
});

test("a tab forgets the proof of a link after an hour", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  openLink("/delete-user?gameId=1&code=secret");
  vi.setSystemTime(Date.now() + 59 * 60_000);
  expect(proofAt("/delete-user?gameId=1")).toEqual({ is: "known", token: "secret" });
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(proofAt("/delete-user?gameId=1")).toEqual({ is: "missing" });
  expect(sessionStorage).toHaveLength(0);
});
