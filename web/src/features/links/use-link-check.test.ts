// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "#/api/api-error.ts";
import { useLinkCheck } from "./use-link-check.ts";
import type { LinkCheck } from "./use-link-check.ts";

const dead = new ApiError({ status: 410, statusText: "", code: "errors.resetLinkIncorrectOrExpired", message: "used" });

function open(ask: (proof: { code: string }) => Promise<string>, known?: LinkCheck<string>) {
  return renderHook(({ code }: { code: string }) => useLinkCheck({ code }, ask, known), { initialProps: { code: "first" } });
}

test("the server's result is shown without another request", async () => {
  const ask = vi.fn<() => Promise<string>>();
  const { result } = open(ask, { is: "good", answer: "Kari" });
  await act(async () => undefined);
  expect(result.current.found).toEqual({ is: "good", answer: "Kari" });
  expect(ask).not.toHaveBeenCalled();
});

test("without the server's result the page checks the link, and again on request", async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(dead).mockResolvedValueOnce("Kari");
  const { result } = open(ask);
  expect(result.current.found.is).toBe("checking");
  await expect.poll(() => result.current.found).toMatchObject({ is: "failed", failure: { code: "errors.resetLinkIncorrectOrExpired" } });
  await act(async () => result.current.retry());
  expect(result.current.found).toEqual({ is: "good", answer: "Kari" });
  expect(ask).toHaveBeenCalledTimes(2);
});

test("the answer about a former link is not shown for the present link", async () => {
  const answers = new Map<string, (name: string) => void>();
  const { result, rerender } = open(({ code }) => new Promise((resolve) => answers.set(code, resolve)));
  rerender({ code: "second" });
  await act(async () => answers.get("second")?.("Per"));
  await act(async () => answers.get("first")?.("Kari"));
  expect(result.current.found).toEqual({ is: "good", answer: "Per" });
});
