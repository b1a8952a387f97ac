import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** The caller may try again; only the log learns the reason. */
const busy = { code: "errors.busy", status: 503, details: { retryAfterSeconds: 2, reason: "the hashing thread ended: out of memory" } };

test("a thread that ended is replaced a second later, and then takes the job that waited", async () => {
  const program = new URL("data:text/javascript,throw new Error('out of memory')");
  const hasher = createPasswordHasher({ threads: 1, program });
  await expect(hasher.hash("a password")).rejects.toMatchObject(busy);
  const answered = hasher.hash("a password").catch((error: unknown) => error);
  vi.advanceTimersByTime(999);
  expect(hasher.load()).toMatchObject({ running: 0, waiting: 1 });
  vi.advanceTimersByTime(1);
  expect(hasher.load()).toMatchObject({ running: 1, waiting: 0 });
  expect(await answered).toMatchObject(busy);
  await hasher.close();
});

test("if the thread ended that made the decoy hash, the next unknown account is answered again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "storyport-hasher-"));
  // The first thread ends, and the next one works.
  const program = new URL(
    `data:text/javascript,import { mkdirSync } from "node:fs"; import { parentPort } from "node:worker_threads";
    const isFirst = mkdirSync(${JSON.stringify(join(folder, "first"))}, { recursive: true }) !== undefined;
    if (isFirst) throw new Error("out of memory");
    parentPort.on("message", ({ hash }) => parentPort.postMessage(hash === undefined ? { hash: "made" } : { isMatch: true }))`,
  );
  const hasher = createPasswordHasher({ threads: 1, program });
  await expect(hasher.verify(undefined, "a password")).rejects.toMatchObject(busy);
  const answered = hasher.verify(undefined, "a password");
  vi.advanceTimersByTime(1000);
  expect(await answered).toBe(false);
  await hasher.close();
  await rm(folder, { recursive: true });
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
