/** Asks the thread that knows the dictionaries; it begins with the first question and ends after a minute without any. */
import { Worker } from "node:worker_threads";
import { Refusal } from "#/platform/refusal.ts";
import type { GuessJob } from "./guess-worker.ts";

/** Megabytes. A small young generation: the words that it copies while they are ranked all stay. */
const workerMemory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };
const idleMilliseconds = 60_000;

interface Waiting {
  resolve: (guesses: number) => void;
  reject: (error: Error) => void;
}

let running: { worker: Worker; waiting: Waiting[]; idle: NodeJS.Timeout } | undefined;

/** How many guesses a password takes. Refuses with errors.busy where the thread died over it. */
export function estimateGuesses(job: GuessJob): Promise<number> {
  running ??= start();
  const { worker, waiting, idle } = running;
  idle.refresh();
  worker.ref();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  waiting.push({ resolve, reject });
  worker.postMessage(job);
  return promise;
}

/**
 * Has the thread begin before it is asked: to read and rank its words takes half a second of processor time, and several on a busy
 * machine. Nobody waits for it, and it matters to nobody if it fails.
 */
export function warmEstimates(): void {
  void estimateGuesses({ password: "", names: [] }).catch(() => undefined);
}

function start() {
  const worker = new Worker(new URL("./guess-worker.ts", import.meta.url), { resourceLimits: workerMemory });
  const waiting: Waiting[] = [];
  const idle = setTimeout(() => void (waiting.length === 0 ? worker.terminate() : idle.refresh()), idleMilliseconds).unref();
  worker.on("message", (guesses: number) => {
    waiting.shift()?.resolve(guesses);
    // A question keeps the process alive; an idle thread must not.
    if (waiting.length === 0) worker.unref();
  });
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    clearTimeout(idle);
    running = undefined;
    for (const { reject } of waiting) reject(new Refusal("errors.busy", { retryAfterSeconds: 2 }));
  });
  return { worker, waiting, idle };
}
