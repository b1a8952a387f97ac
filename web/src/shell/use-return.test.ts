// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useReturn } from "./use-return.ts";

const portal = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", portal.mockReset());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const away = () => new Response(null, { status: 503 });
/** The tests pass the first pauses of `waitBefore` at their longest: 5, 10 and 20 seconds and a fifth. */
const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)));

test("the portal is asked with growing pauses until its answer is no 503", async () => {
  portal.mockResolvedValueOnce(away()).mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(new Response());
  const { result } = renderHook(() => useReturn("/login"));
  await pass(6);
  expect([portal.mock.calls.length, result.current]).toEqual([1, false]);
  await pass(12);
  expect([portal.mock.calls.length, result.current]).toEqual([2, false]);
  await pass(24);
  expect([portal.mock.calls.length, result.current]).toEqual([3, true]);
});

test("a page that is left while the portal is asked asks no more", async () => {
  const answer = Promise.withResolvers<Response>();
  portal.mockReturnValue(answer.promise);
  const { unmount } = renderHook(() => useReturn("/login"));
  await pass(6);
  expect(portal).toHaveBeenCalledTimes(1);
  unmount();
  answer.resolve(away());
  await pass(60);
  expect(portal).toHaveBeenCalledTimes(1);
});
