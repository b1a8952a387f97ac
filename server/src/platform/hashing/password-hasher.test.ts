import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a thread that ended is replaced a second later, and then takes the job that waited", async () => {
  const program = new URL("data:text/javascript,throw new Error('out of memory')");
  const hasher = createPasswordHasher({ threads: 1, program });
  await expect(hasher.hash("a password")).rejects.toThrow("the hashing thread ended");
  const answered = hasher.hash("a password").catch(String);
  vi.advanceTimersByTime(999);
  expect(hasher.load()).toMatchObject({ running: 0, waiting: 1 });
  vi.advanceTimersByTime(1);
  expect(hasher.load()).toMatchObject({ running: 1, waiting: 0 });
  expect(await answered).toContain("the hashing thread ended");
  await hasher.close();
});

test("threads start when jobs come, and no more than allowed", async () => {
  let started = 0;
  const count = () => (started += 1);
  process.on("worker", count);
  const program = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => parentPort.postMessage({ hash: "made" }))',
  );
  const hasher = createPasswordHasher({ threads: 2, program });
  await setImmediate();
  expect(started).toBe(0);
  expect(await hasher.hash("a password")).toBe("made");
  expect(started).toBe(1);
  const three = Promise.all(["one", "two", "three"].map((password) => hasher.hash(password)));
  expect(hasher.load()).toMatchObject({ running: 2, waiting: 1 });
  expect(await three).toEqual(["made", "made", "made"]);
  expect(started).toBe(2);
  process.off("worker", count);
  await hasher.close();
});
