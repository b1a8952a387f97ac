/** Background work, repeated in every process. Each job must be safe to run concurrently. */
import type { Log } from "#/platform/log.ts";

export interface Job {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

export interface Jobs {
  start(): void;
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>;
}

export function createJobs(jobs: readonly Job[], log: Log): Jobs {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const schedule = (job: Job): void => {
    // Adds up to a tenth, so that processes started together do not run in step.
    const delay = job.everySeconds * 1000 * (1 + Math.random() / 10);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runLogged(job, log).finally(() => {
        running.delete(run);
        if (!isStopped) schedule(job);
      });
      running.add(run);
    }, delay);
    timer.unref();
    timers.add(timer);
  };

  return {
    start: () => jobs.forEach(schedule),
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function runLogged(job: Job, log: Log): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    log.warn({ err: error, job: job.name }, "a job failed and will run again");
  }
}
