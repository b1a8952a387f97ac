import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "./refusal.ts";
import { createRunningAttempts } from "./running-attempts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Attempts of which a few at a time may be checked, by default one. Each check lasts until the test ends it. */
function attemptsOn(room = 1) {
  const attempts = createRunningAttempts();
  const ends: (() => void)[] = [];
  let taken = 0;
  let counts = 0;
  const run = (key = "an account") =>
    attempts
      .run(key, {
        async count() {
          counts += 1;
          if (taken >= room) throw new Refusal("errors.tooManyAttempts");
          taken += 1;
        },
        async check() {
          await new Promise<void>((resolve) => void ends.push(resolve));
          return "checked";
        },
      })
      .catch((error: Refusal) => error.code);
  return {
    attempts,
    run,
    counts: () => counts,
    async endCheck(makesRoom: "makes room" | "makes none") {
      // The check may have to begin first.
      await vi.advanceTimersByTimeAsync(0);
      if (makesRoom === "makes room") taken -= 1;
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("a refused attempt waits for a check with its key, and is counted again when the check ends", async () => {
  const { run, endCheck } = attemptsOn();
  const both = [run(), run()];
  await endCheck("makes room");
  await endCheck("makes room");
  expect(await Promise.all(both)).toEqual(["checked", "checked"]);
});

test("an attempt is refused as soon as no check with its key runs, after it was counted once more", async () => {
  const { run, endCheck, counts } = attemptsOn();
  const ten = Array.from({ length: 10 }, () => run());
  await endCheck("makes none");
  expect(await Promise.all(ten)).toEqual(["checked", ...Array.from({ length: 9 }, () => "errors.tooManyAttempts")]);
  expect(counts()).toBe(19);
});

test("an attempt that stays refused leaves the room to the next", async () => {
  const { attempts, run, endCheck } = attemptsOn();
  const first = run();
  await vi.advanceTimersByTimeAsync(0);
  const refuse = () => Promise.reject(new Refusal("errors.tooManyAttempts"));
  const hopeless = attempts.run("an account", { count: refuse, check: () => Promise.resolve() }).catch((error: Refusal) => error.code);
  const next = run();
  await endCheck("makes room");
  await endCheck("makes room");
  expect(await Promise.all([first, hopeless, next])).toEqual(["checked", "errors.tooManyAttempts", "checked"]);
});

test("without a check with its key an attempt is refused at once", async () => {
  const { run, endCheck } = attemptsOn();
  const running = run();
  expect(await run("another account")).toBe("errors.tooManyAttempts");
  await endCheck("makes none");
  await running;
  expect(await run()).toBe("errors.tooManyAttempts");
});

test("sixty-four attempts with one key wait, and any more are refused at once", async () => {
  const { run, endCheck } = attemptsOn();
  const waiting = Array.from({ length: 65 }, () => run());
  expect(await run()).toBe("errors.tooManyAttempts");
  for (let checks = 0; checks < 65; checks++) await endCheck("makes room");
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["checked"]));
});

test("an attempt is refused after ten seconds, also if it was counted again meanwhile", async () => {
  const { run, endCheck, counts } = attemptsOn(2);
  const checked = [run(), run()];
  let answer: string | undefined;
  void run().then((code) => (answer = code));
  await vi.advanceTimersByTimeAsync(6000);
  await endCheck("makes none");
  expect(counts()).toBe(4);
  await vi.advanceTimersByTimeAsync(3999);
  expect(answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe("errors.tooManyAttempts");
  await endCheck("makes room");
  expect(await Promise.all(checked)).toEqual(["checked", "checked"]);
});

test("a count that fails for another reason is thrown at once, and leaves the attempts that wait to the others", async () => {
  const { attempts, run, endCheck } = attemptsOn();
  const both = [run(), run()];
  const failed = attempts.run("an account", { count: () => Promise.reject(new Error("no database")), check: () => Promise.resolve() });
  await expect(failed).rejects.toThrow("no database");
  await endCheck("makes room");
  await endCheck("makes room");
  expect(await Promise.all(both)).toEqual(["checked", "checked"]);
});
