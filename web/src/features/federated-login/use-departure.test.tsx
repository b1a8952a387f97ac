// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPortalHook } from "#/features/login/portal-hook.fixture.tsx";
import { useDeparture } from "./use-departure.ts";

const replace = vi.fn<(url: string | URL) => void>();
const given = {};
const open = () =>
  renderPortalHook(
    () => useDeparture("FEIDE", given),
    () => {
      throw new Error("It calls nothing.");
    },
  );

beforeEach(() => {
  replace.mockReset();
  vi.spyOn(location, "replace").mockImplementation(replace);
});
afterEach(() => void vi.useRealTimers());

test("the page leaves for the provider, in place of itself", async () => {
  open();
  await expect.poll(() => replace.mock.calls).toHaveLength(1);
  expect(String(replace.mock.calls[0]?.[0])).toContain("/api/auth/feide/");
});

test("a page that is left before its departure does not go to the provider", async () => {
  const { unmount } = open();
  unmount();
  await import("#/features/login/device-name.ts");
  await act(async () => undefined);
  expect(replace).not.toHaveBeenCalled();
});

test("a provider is slow after eight seconds, and leaving again starts the wait again", async () => {
  vi.useFakeTimers();
  const { result } = open();
  await act(async () => await vi.advanceTimersByTimeAsync(7999));
  expect(result.current.isSlow).toBe(false);
  await act(async () => await vi.advanceTimersByTimeAsync(1));
  expect(result.current.isSlow).toBe(true);
  await act(async () => result.current.leaveAgain());
  expect(result.current.isSlow).toBe(false);
  await act(async () => await vi.advanceTimersByTimeAsync(8000));
  expect(result.current.isSlow).toBe(true);
});
