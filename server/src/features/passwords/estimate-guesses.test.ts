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
