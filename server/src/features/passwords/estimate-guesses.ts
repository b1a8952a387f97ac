/** Runs the estimates in a worker thread that holds the dictionaries. It starts with the first job and ends after a minute without jobs. */
import { Worker } from "node:worker_threads";
import { Refusal } from "#/platform/refusal.ts";
import type { GuessJob, GuessResult } from "./guess-worker.ts";

/** Megabytes, as measured in docs/decisions/0039. The young generation is small, because the words copied during ranking all survive. */
const workerMemory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };
const idleMilliseconds = 60_000;

/** Beyond this many waiting jobs a password is refused as busy, because an estimate takes up to a quarter of a second. */
const longestQueue = 64;

interface Waiting {
  resolve: (result: GuessResult) => void;
  reject: (error: Error) => void;
}

let running: { worker: Worker; waiting: Waiting[]; idle: NodeJS.Timeout } | undefined;

/**
 * Returns how many guesses a password takes, and whether it is built around a single word. Refuses with errors.busy if too many passwords
 * wait, or if the thread dies.
 */
export function estimateGuesses(job: GuessJob): Promise<GuessResult> {
  running ??= start();
  const { worker, waiting, idle } = running;
  if (waiting.length >= longestQueue) return Promise.reject(busy());
  idle.refresh();
  worker.ref();
  const { promise, resolve, reject } = Promise.withResolvers<GuessResult>();
  waiting.push({ resolve, reject });
  worker.postMessage(job);
  return promise;
}

/**
 * Starts the thread before the first estimate. Reading and ranking the words takes half a second of processor time, more on a
 * busy machine. No caller waits for it, and a failure is harmless.
 */
export function warmEstimates(): void {
  void estimateGuesses({ password: "", names: [] }).catch(() => undefined);
}

function start() {
  const worker = new Worker(new URL("./guess-worker.ts", import.meta.url), { resourceLimits: workerMemory });
  const waiting: Waiting[] = [];
  // Called before the thread ends, so that the next job never waits at a dying thread.
  const forget = () => {
    if (running?.worker === worker) running = undefined;
  };
  const idle = setTimeout(() => {
    if (waiting.length > 0) return void idle.refresh();
    forget();
    void worker.terminate();
  }, idleMilliseconds).unref();
  worker.on("message", (result: GuessResult) => {
    waiting.shift()?.resolve(result);
    // A running job keeps the process alive; an idle thread must not.
    if (waiting.length === 0) worker.unref();
  });
  // Node would throw an error without a listener. `exit` follows it, and rejects the waiting jobs.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    clearTimeout(idle);
    forget();
    for (const { reject } of waiting) reject(busy());
  });
  return { worker, waiting, idle };
}

function busy(): Refusal {
  return new Refusal("errors.busy", { retryAfterSeconds: 2 });
}
