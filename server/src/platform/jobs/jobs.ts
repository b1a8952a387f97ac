/** Background work, repeated in every process. Each job must be safe to run concurrently. */
import type { Log } from "#/platform/log.ts";
import type { Meter } from "#/platform/metrics/meter.ts";

export interface Job {
  name: string;
  everySeconds: number;
  /** The signal says that the process stops. A long job then ends at its next step. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  start(): void;
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>;
}

/** Where jobs say how they went. */
interface Reports {
  log: Log;
  meter: Meter;
}

/** Each job runs first after `everySeconds`, and again so long after the end of each run. A failed run is logged. */
export function createJobs(jobs: readonly Job[], reports: Reports): Jobs {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const schedule = (job: Job): void => {
    // Adds up to a tenth, so that processes started together do not run in step.
    const delay = job.everySeconds * 1000 * (1 + Math.random() / 10);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runReported(job, { ...reports, signal: stopping.signal }).finally(() => {
        running.delete(run);
        if (!stopping.signal.aborted) schedule(job);
      });
      running.add(run);
    }, delay);
    timer.unref();
    timers.add(timer);
  };

  return {
    start: () => jobs.forEach(schedule),
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function runReported(job: Job, { log, meter, signal }: Reports & { signal: AbortSignal }): Promise<void> {
  const begun = performance.now();
  const ran = (isDone: boolean): void => meter.jobRan(job.name, { isDone, seconds: (performance.now() - begun) / 1000 });
  try {
    await job.run(signal);
    ran(true);
  } catch (error) {
    ran(false);
    log.warn({ err: error, job: job.name }, "a job failed and will run again");
  }
}
