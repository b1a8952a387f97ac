/** Creates and checks password hashes in worker threads, at most one per core, behind a bounded queue. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { Refusal } from "#/platform/refusal.ts";
import { newSecret } from "#/platform/secrets.ts";
import type { HashJob, HashResult } from "./hash-worker.ts";

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash (no such account) does the same work and returns false, so that the time reveals nothing. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  load(): HashLoad;
  close(): Promise<void>;
}

export interface HashLoad {
  running: number;
  waiting: number;
  mostWaiting: number;
}

export interface HasherOptions {
  threads?: number;
  /** Called with the seconds that each job waited for a thread. */
  onWait?: (seconds: number) => void;
  /** What each thread runs, for tests of threads that fail. */
  program?: URL;
}

/** A thread that failed is replaced after a pause, because a machine without memory would start threads without end. */
const pauseBeforeStart = 1000;

/** Beyond this many waiting jobs a login is refused as busy instead of waiting for seconds. */
const longestQueue = 64;

/** Megabytes of JavaScript heap. The hashes (19 MiB each) are outside of it. */
const workerMemory = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

interface Waiting {
  job: HashJob;
  since: number;
  resolve: (result: HashResult) => void;
  reject: (error: Refusal) => void;
}

/** Refuses with `errors.busy` when the queue is full, and when the thread ends before its job is done. */
export function createPasswordHasher({
  threads = Math.max(1, availableParallelism()),
  onWait = () => undefined,
  program = new URL("./hash-worker.ts", import.meta.url),
}: HasherOptions = {}): PasswordHasher {
  const pool = new HashPool({ threads, onWait, program });
  let decoy: Promise<HashResult> | undefined;
  const decoyHash = async (): Promise<string> => {
    decoy ??= pool.run({ password: newSecret() });
    try {
      const result = await decoy;
      if ("hash" in result) return result.hash;
      throw new Error(`The decoy hash could not be made: ${JSON.stringify(result)}`);
    } catch (error) {
      decoy = undefined;
      throw error;
    }
  };
  return {
    async hash(password) {
      const result = await pool.run({ password });
      if ("hash" in result) return result.hash;
      throw new Error(`Hashing failed: ${JSON.stringify(result)}`);
    },
    async verify(hash, password) {
      const result = await pool.run({ password, hash: hash ?? (await decoyHash()) });
      if ("isMatch" in result) return hash !== undefined && result.isMatch;
      throw new Error(`Verifying failed: ${JSON.stringify(result)}`);
    },
    load: () => pool.load(),
    close: () => pool.close(),
  };
}

class HashPool {
  readonly #idle: Worker[] = [];
  readonly #queue: Waiting[] = [];
  readonly #running = new Map<Worker, Waiting>();
  readonly #workers = new Set<Worker>();
  readonly #threads: number;
  /** Threads that failed and may not be replaced yet. */
  #pausing = 0;
  readonly #onWait: (seconds: number) => void;
  readonly #program: URL;
  #isClosed = false;

  constructor({ threads, onWait, program }: Required<HasherOptions>) {
    this.#threads = threads;
    this.#onWait = onWait;
    this.#program = program;
  }

  run(job: HashJob): Promise<HashResult> {
    if (this.#queue.length >= longestQueue) throw new Refusal("errors.busy", { retryAfterSeconds: 2 });
    const { promise, resolve, reject } = Promise.withResolvers<HashResult>();
    this.#queue.push({ job, since: performance.now(), resolve, reject });
    this.#dispatch();
    return promise;
  }

  load(): HashLoad {
    return { running: this.#running.size, waiting: this.#queue.length, mostWaiting: longestQueue };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  /** Starts a thread when a job waits for it, because each costs some 15 MiB. A portal without logins has one, because the start warms it up. */
  #startWorker(): void {
    const worker = new Worker(this.#program, { resourceLimits: workerMemory });
    // A request keeps the process alive while it waits; an idle thread must not.
    worker.unref();
    worker.on("message", (result: HashResult) => {
      this.#running.get(worker)?.resolve(result);
      this.#running.delete(worker);
      this.#idle.push(worker);
      this.#dispatch();
    });
    worker.on("error", (error) => this.#replace(worker, error));
    this.#workers.add(worker);
    this.#idle.push(worker);
  }

  /** The job may succeed in the next thread, so its caller may try again. */
  #replace(worker: Worker, error: unknown): void {
    this.#workers.delete(worker);
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
    const reason = `the hashing thread ended: ${error instanceof Error ? error.message : String(error)}`;
    this.#running.get(worker)?.reject(new Refusal("errors.busy", { retryAfterSeconds: pauseBeforeStart / 1000 + 1, reason }));
    this.#running.delete(worker);
    this.#pausing += 1;
    const startAgain = () => {
      this.#pausing -= 1;
      this.#dispatch();
    };
    setTimeout(startAgain, pauseBeforeStart).unref();
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      if (this.#idle.length === 0 && this.#mayStart()) this.#startWorker();
      const worker = this.#idle.pop();
      if (worker === undefined) return;
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#onWait((performance.now() - next.since) / 1000);
      this.#running.set(worker, next);
      worker.postMessage(next.job);
    }
  }

  #mayStart(): boolean {
    return !this.#isClosed && this.#workers.size + this.#pausing < this.#threads;
  }
}
