/** Starts the management port before the migrations, so that a monitor can distinguish a long migration from a dead portal. */
import type { BuildInfo } from "#/platform/build-info.ts";
import type { Store } from "#/platform/database/connect.ts";
import type { PasswordHasher } from "#/platform/hashing/password-hasher.ts";
import { databaseFault } from "#/platform/http/health.ts";
import type { Readiness } from "#/platform/http/health.ts";
import type { Log } from "#/platform/log.ts";
import { noMeter } from "#/platform/metrics/meter.ts";
import type { Meter } from "#/platform/metrics/meter.ts";
import { StartRefusal } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";
import type { Management, ManagementNeeds } from "./management-server.ts";

export interface StartedManagement {
  meter: Meter;
  /** Undefined without a management port. */
  port: number | undefined;
  /** Adds what can be watched once the database is open. */
  watch(running: { store: Store; hasher: PasswordHasher }): void;
  close(): Promise<void>;
}

export interface ManagementStart {
  build: BuildInfo;
  readiness: Readiness;
  log: Log;
}

const none: StartedManagement = { meter: noMeter, port: undefined, watch: () => undefined, close: async () => undefined };

/**
 * Returns a management that does nothing if there is no such port. Two portals on one machine have the same default port. The
 * second starts without it and logs that. Refuses (StartRefusal) a port that was named and is taken, and a port that cannot be opened for
 * another reason.
 */
export async function startManagement(
  place: Settings["management"],
  { build, readiness, log }: ManagementStart,
): Promise<StartedManagement> {
  if (place === undefined) return none;
  // Imported only when used: the library costs start time and memory.
  const { PortalMetrics } = await import("#/platform/metrics/portal-metrics.ts");
  const { watchHashing, watchPool } = await import("#/platform/metrics/watch-process.ts");
  const { watchDatabase } = await import("#/platform/metrics/watch-database.ts");
  const metrics = new PortalMetrics(build);
  let fault: () => Promise<string | undefined> = async () => "the database is not open yet";
  const health = {
    whyNotStarted: () => (readiness.isStarted ? undefined : "the portal is starting, or migrating its database"),
    whyNotReady: () => (readiness.isStopping ? "stopping" : undefined),
    whyNoDatabase: () => fault(),
  };
  const opened = await open(place, { build, health, metrics: () => metrics.text() });
  if (opened === undefined) {
    log.warn({ port: place.port }, "the management port is taken, so this portal has no metrics: set MANAGEMENT_PORT");
    return none;
  }
  return {
    meter: metrics,
    port: opened.port,
    watch({ store, hasher }) {
      fault = () => databaseFault(store.database);
      watchDatabase(metrics, store.database);
      watchPool(metrics, () => store.poolUse());
      watchHashing(metrics, () => hasher.load());
    },
    close: () => opened.close(),
  };
}

async function open(place: NonNullable<Settings["management"]>, needs: ManagementNeeds): Promise<Management | undefined> {
  try {
    const { openManagementPort } = await import("./management-server.ts");
    return await openManagementPort(place, needs);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (place.isDefault && reason === "EADDRINUSE") return undefined;
    throw new StartRefusal(
      `The management port ${place.host}:${place.port} cannot be opened (${reason}). Choose another MANAGEMENT_PORT.`,
      {
        cause: error,
      },
    );
  }
}
