// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { leaveFor, useAction } from "./use-action.ts";

const refusal = new ApiError({ status: 409, statusText: "", code: "errors.conflict", message: "taken" });

function begin(before?: Parameters<typeof useAction>[0]) {
  const { result } = renderHook(() => useAction(before));
  return result;
}

test("a second press runs nothing while the first is under way, not even before React draws again", async () => {
  const action = begin();
  const first = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(() => first.promise);
  let second: boolean | undefined;
  await act(async () => {
    void action.current.act(work);
    second = await action.current.act(work);
  });
  expect([second, work.mock.calls.length, action.current.isBusy]).toEqual([false, 1, true]);
  await act(async () => first.resolve());
  expect(action.current).toMatchObject({ isBusy: false, isDone: true });
});

test("a refusal is kept until the next action begins", async () => {
  const action = begin();
  await act(async () => expect(await action.current.act(() => Promise.reject(refusal))).toBe(false));
  expect(action.current).toMatchObject({ isBusy: false, isDone: false, failure: { code: "errors.conflict" } });
  await act(async () => void action.current.act(() => new Promise(() => undefined)));
  expect(action.current).toMatchObject({ isBusy: true, failure: undefined });
});

test("an error that is no refusal reaches the caller, and the action can be tried again", async () => {
  const action = begin();
  await act(async () => await expect(action.current.act(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug"));
  expect(action.current).toMatchObject({ isBusy: false, failure: undefined });
});

test("an action that leaves the page stays busy", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const action = begin();
  await act(async () => void action.current.act(() => leaveFor("/post-login")));
  expect(assign).toHaveBeenCalledExactlyOnceWith("/post-login");
  expect(action.current.isBusy).toBe(true);
});

test("a page shows the result of a form that was submitted without a script, until it is forgotten", async () => {
  const action = begin({ failure: refusal.failure });
  expect(action.current.failure?.code).toBe("errors.conflict");
  await act(async () => action.current.forget());
  expect(action.current.failure).toBeUndefined();
});
