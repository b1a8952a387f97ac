/** Stops gracefully: unready first, so that a load balancer sends no more requests; then running requests finish; then the process ends. */
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#/context.ts";
import type { Store } from "#/platform/database/connect.ts";
import type { Readiness } from "#/platform/http/health.ts";
import type { Heartbeat } from "#/platform/jobs/heartbeat.ts";
import type { Jobs } from "#/platform/jobs/jobs.ts";
import type { StartedManagement } from "#/platform/management/start-management.ts";
import type { Tracing } from "#/platform/tracing/tracing.ts";
import type { Settings } from "#/platform/settings.ts";

interface Running {
  settings: Settings;
  app: FastifyInstance;
  jobs: Jobs;
  heartbeat: Pick<Heartbeat, "end">;
  readiness: Readiness;
  context: AppContext;
  store: Store;
  management: Pick<StartedManagement, "close">;
  tracing: Pick<Tracing, "close"> | undefined;
}

/** In milliseconds. A load balancer sends requests until its next look at /readyz. Only production has a balancer. */
const balancerDelay = 5000;
/** In milliseconds, after the delay. Supervisors kill a process thirty seconds after their signal (deploy/). */
const longestStop = 20_000;

/**
 * Stops on SIGTERM, on SIGINT, and after an exception that nobody caught. Also stops at the end of a parent that started it with a channel
 * (`npm start`, the tests).
 */
export function stopOnSignal(running: Running): void {
  let stopping: Promise<void> | undefined;
  const stopFor = (reason: string): void => {
    if (stopping !== undefined) return;
    running.app.log.info({ reason }, "stopping");
    stopping = stop(running);
  };
  process.on("SIGTERM", stopFor);
  process.on("SIGINT", stopFor);
  // Without its parent process nothing could stop this process later.
  process.on("disconnect", () => stopFor("the parent process ended"));
  process.on("uncaughtException", (error) => {
    // The state of the process is unknown now. Its supervisor starts a new one.
    running.app.log.fatal({ err: error }, "an exception nobody caught");
    process.exitCode = 1;
    stopFor("an exception nobody caught");
  });
  // One task has failed, so the others go on. If the task is `stop`, the process ends after `longestStop`.
  process.on("unhandledRejection", (reason) => running.app.log.error({ err: reason }, "a promise was left rejected"));
}

async function stop({ settings, app, jobs, heartbeat, readiness, context, store, management, tracing }: Running): Promise<void> {
  readiness.isStopping = true;
  if (settings.isProduction) await new Promise((resolve) => setTimeout(resolve, balancerDelay));
  setTimeout(() => process.exit(1), longestStop).unref();
  await app.close();
  await app.finishHandlers();
  await jobs.stop();
  // Without a database the row stays, and is swept after an hour.
  await heartbeat.end().catch(() => undefined);
  context.mailer.close();
  await context.hasher.close();
  await store.close();
  await management.close();
  await tracing?.close();
  app.log.info("stopped");
  process.exit();
}
