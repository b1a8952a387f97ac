/**
 * Lets attempts wait for each other inside this process. Each attempt is counted before its check, so concurrent right attempts look like
 * failures until they end. An attempt that its count refuses waits while an attempt with the same key is checked. It is counted again when
 * that check ends. So right attempts make room, and wrong attempts stay counted (docs/decisions/0085). No other process needs to know of it:
 * an attempt that only meets attempts of other processes is refused at once.
 */
import { Refusal } from "#/platform/refusal.ts";

/** An attempt to log in, in two steps: its count comes before its check. */
interface Attempt<Counted, Result> {
  /** Counts the attempt. If it throws a `Refusal`, the attempt may have to wait, and is counted again. */
  count(): Promise<Counted>;
  /** Checks the counted attempt. Has to take back the count of a right one before it returns. */
  check(counted: Counted): Promise<Result>;
}

export interface RunningAttempts {
  /** Counts and checks an attempt. Throws the refusal of its last count if no check with this key makes room in time. */
  run<Counted, Result>(key: string, attempt: Attempt<Counted, Result>): Promise<Result>;
}

/** As many as the hashing queue takes. Beyond this number attempts with one key are refused at once. */
const mostWaiting = 64;
/** In milliseconds. Thirty logins take a few seconds, and proxies wait for an answer for thirty. */
const longestWait = 10_000;

export function createRunningAttempts(): RunningAttempts {
  const queues = new Map<string, Queue>();
  return {
    async run(key, { count, check }) {
      const queue = queues.get(key) ?? new Queue();
      queues.set(key, queue);
      queue.attempts += 1;
      try {
        const counted = await queue.count(count);
        try {
          return await check(counted);
        } finally {
          // Not awaited: the answer of this attempt does not wait for the others.
          void queue.endCheck();
        }
      } finally {
        queue.attempts -= 1;
        if (queue.attempts === 0) queues.delete(key);
      }
    },
  };
}

interface Waiting {
  /** Counts once more. Returns whether the attempt goes on to its check. */
  tryAgain(): Promise<boolean>;
  refuse(): void;
}

/** The attempts with one key. */
class Queue {
  /** Counted, checked or waiting. */
  attempts = 0;
  #checks = 0;
  #endedChecks = 0;
  readonly #counting = new Set<Promise<unknown>>();
  readonly #waiting = new Set<Waiting>();

  async count<Counted>(count: () => Promise<Counted>): Promise<Counted> {
    const until = performance.now() + longestWait;
    for (;;) {
      const ended = this.#endedChecks;
      try {
        return await this.#countOnce(count);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // What was counted first may be checked by now.
        await Promise.allSettled(this.#counting);
        const isSame = this.#endedChecks === ended;
        if ((isSame && this.#checks === 0) || this.#waiting.size >= mostWaiting || performance.now() >= until) throw error;
        if (isSame) return this.#wait(count, { until, refusal: error });
      }
    }
  }

  async #countOnce<Counted>(count: () => Promise<Counted>): Promise<Counted> {
    const counting = (async () => {
      const counted = await count();
      this.#checks += 1;
      return counted;
    })();
    this.#counting.add(counting);
    try {
      return await counting;
    } finally {
      this.#counting.delete(counting);
    }
  }

  #wait<Counted>(count: () => Promise<Counted>, { until, refusal }: { until: number; refusal: Refusal }): Promise<Counted> {
    const { promise, resolve, reject } = Promise.withResolvers<Counted>();
    let last: unknown = refusal;
    let timer: NodeJS.Timeout;
    const leave = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    };
    const waiting: Waiting = {
      tryAgain: async () => {
        // While it is counted, nothing else may refuse it.
        leave();
        try {
          resolve(await this.#countOnce(count));
          return true;
        } catch (error) {
          last = error;
          if (error instanceof Refusal) enter();
          else reject(error);
          return false;
        }
      },
      refuse: () => {
        leave();
        reject(last);
      },
    };
    const enter = (): void => {
      timer = setTimeout(waiting.refuse, until - performance.now());
      this.#waiting.add(waiting);
    };
    enter();
    return promise;
  }

  /** Counts waiting attempts again, in turn, until one has room. Without a check nothing makes room, so all that still wait are refused. */
  async endCheck(): Promise<void> {
    this.#checks -= 1;
    this.#endedChecks += 1;
    // A copy, because an attempt that is refused again joins the end.
    const inTurn = [...this.#waiting];
    for (const waiting of inTurn) {
      if (this.#waiting.has(waiting) && (await waiting.tryAgain())) break;
    }
    if (this.#checks === 0) for (const waiting of this.#waiting) waiting.refuse();
  }
}
