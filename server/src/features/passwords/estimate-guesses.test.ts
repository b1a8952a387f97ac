import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { estimateGuesses } from "./estimate-guesses.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("an estimate that begins while the idle thread ends is answered by a new thread", async () => {
  const job = { password: "Password1234!", names: [] };
  const result = await estimateGuesses(job);
  vi.advanceTimersByTime(60_000);
  expect(await estimateGuesses(job)).toEqual(result);
});

test("beyond sixty-four waiting passwords the next is refused at once: errors.busy", async () => {
  const job = { password: "Password1234!", names: [] };
  const waiting = Array.from({ length: 64 }, () => estimateGuesses(job));
  await expect(estimateGuesses(job)).rejects.toMatchObject({ code: "errors.busy" });
  expect(new Set((await Promise.all(waiting)).map(({ guesses }) => guesses)).size).toBe(1);
  expect(await estimateGuesses(job)).toMatchObject({ isAroundWord: true });
});
