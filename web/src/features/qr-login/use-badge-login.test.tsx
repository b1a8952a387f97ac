// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { kari } from "#/features/login/logged-in.fixture.ts";
import { renderPortalHook } from "#/features/login/portal-hook.fixture.tsx";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { useBadgeLogin } from "./use-badge-login.ts";

const refused = (code: string, status = 401) => answered({ message: "No", code, requestId: "r" }, status);
const replace = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  replace.mockReset();
  vi.spyOn(location, "replace").mockImplementation(replace);
});

/** Opens the page of a badge. `answers` answer its calls in their order. */
async function scan(asksFirst: boolean, ...answers: ApiAnswer[]) {
  const asked: string[] = [];
  const badgeCode = { read: () => "the-code", forget: () => undefined };
  const { result } = renderPortalHook(
    () => useBadgeLogin({}, asksFirst),
    ({ url }) => {
      asked.push(new URL(url, location.href).searchParams.get("replace") ?? "keep");
      const answer = answers.shift();
      if (answer === undefined) throw new Error("No more answers.");
      return answer;
    },
    { badgeCode },
  );
  await act(async () => undefined);
  return { page: result, asked };
}

test("a scanned badge logs in once, by itself, and opens the next page", async () => {
  const { asked } = await scan(false, answered(kari));
  await expect.poll(() => replace.mock.calls).toHaveLength(1);
  expect(asked).toEqual(["keep"]);
});

test("if the page asks first, it logs in only after the answer, and may replace another session", async () => {
  const { page, asked } = await scan(true, answered(kari));
  expect(page.current.isAsking).toBe(true);
  expect(asked).toEqual([]);
  await act(async () => page.current.confirm());
  await expect.poll(() => replace.mock.calls).toHaveLength(1);
  expect(asked).toEqual(["true"]);
});

test("another open session makes the page ask", async () => {
  const { page, asked } = await scan(false, refused("errors.otherSessionOpen", 409), answered(kari));
  await expect.poll(() => page.current.isAsking).toBe(true);
  expect(page.current.failure).toBeUndefined();
  await act(async () => page.current.confirm());
  expect(asked).toEqual(["keep", "true"]);
});

test("after a refusal the child can try again", async () => {
  const { page, asked } = await scan(false, refused("errors.unavailable", 503), answered(kari));
  await expect.poll(() => page.current.failure?.code).toBe("errors.unavailable");
  await act(async () => page.current.tryAgain());
  await expect.poll(() => replace.mock.calls).toHaveLength(1);
  expect(asked).toEqual(["keep", "keep"]);
});
