/**
 * Lets attempts wait for each other inside this process. Each attempt is counted before its check, so concurrent right attempts look like
 * failures until they end. An attempt that its count refuses waits while an attempt with the same key runs. Each check that ends lets one
 * waiting attempt count again. So right attempts make room, and wrong attempts stay counted (docs/decisions/0085). No other process needs to
 * know of it: an attempt that only meets attempts of other processes is refused at once.
 */
import { Refusal } from "#/platform/refusal.ts";

interface Attempt<Counted, Result> {
  /** Counts the attempt. A `Refusal` means that it may have to wait. May be called several times, until it returns once. */
  count(): Promise<Counted>;
  /** Checks the counted attempt. Has to take back the count of a right one before it returns. */
  check(counted: Counted): Promise<Result>;
}

export interface RunningAttempts {
  /** Counts and checks an attempt. Throws the refusal of the count if no check with this key makes room in time. */
  run<Counted, Result>(key: string, attempt: Attempt<Counted, Result>): Promise<Result>;
}

/** As many as the hashing queue takes. Beyond this number attempts with one key are refused at once. */
const mostWaiting = 64;
/** In milliseconds. No login takes longer in the hashing queue, and browsers still wait for the answer. */
const longestWait = 30_000;

interface Queue {
  /** The number of attempts that are being counted or checked. */
  running: number;
  /** Each is called once, with the answer to the question whether the attempt may count again. */
  waiting: Set<(mayCount: boolean) => void>;
}

export function createRunningAttempts(): RunningAttempts {
  const queues = new Map<string, Queue>();

  function enter(key: string): Queue {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    queue.running += 1;
    return queue;
  }

  /** The last attempt leaves nobody waiting, because nobody could make room any more. */
  function leave(key: string, queue: Queue): void {
    queue.running -= 1;
    if (queue.running > 0) return;
    queues.delete(key);
    for (const answer of queue.waiting) answer(false);
  }

  /** Hands the place of an ended check to the attempt that has waited longest. */
  function passOn(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next === undefined) leave(key, queue);
    else next(true);
  }

  /** Returns whether the attempt has a place again. */
  async function waitForPlace(queue: Queue, until: number): Promise<boolean> {
    if (queue.running === 0 || queue.waiting.size >= mostWaiting) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => answer(false), until - performance.now());
    const answer = (mayCount: boolean): void => {
      clearTimeout(timer);
      queue.waiting.delete(answer);
      resolve(mayCount);
    };
    queue.waiting.add(answer);
    return promise;
  }

  async function count<Counted>(key: string, queue: Queue, attempt: () => Promise<Counted>): Promise<Counted> {
    let until: number | undefined;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        leave(key, queue);
        until ??= performance.now() + longestWait;
        if (!(error instanceof Refusal) || !(await waitForPlace(queue, until))) throw error;
      }
    }
  }

  return {
    async run(key, { count: countOnce, check }) {
      const queue = enter(key);
      const counted = await count(key, queue, countOnce);
      try {
        return await check(counted);
      } finally {
        passOn(key, queue);
      }
    },
  };
}
