// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { forgetToken, readKeptToken } from "./link-token.ts";
import { useLinkToken } from "./use-link-token.ts";

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/set-password?code=secret&lang=nb");
});

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
