/** What one process can say of itself at any moment: its connections and its queue of passwords. */
import type { PoolUse } from "#/platform/database/connect.ts";
import type { HashLoad } from "#/platform/hashing/password-hasher.ts";
import type { PortalMetrics } from "./portal-metrics.ts";

export function watchHashing(metrics: PortalMetrics, load: () => HashLoad): void {
  const watch = (name: string, help: string, read: (load: HashLoad) => number): void => metrics.watch({ name, help }, () => read(load()));
  watch("storyport_hash_queue_jobs", "Passwords that wait for a hashing thread.", ({ waiting }) => waiting);
  watch("storyport_hash_queue_limit_jobs", "From this many on a login is refused as busy.", ({ mostWaiting }) => mostWaiting);
  watch("storyport_hash_running_jobs", "Passwords that are being hashed.", ({ running }) => running);
}

/** The embedded database has no pool. */
export function watchPool(metrics: PortalMetrics, read: () => PoolUse | undefined): void {
  if (read() === undefined) return;
  const watch = (state: keyof PoolUse, help: string): void => {
    metrics.watch({ name: `storyport_database_pool_${names[state]}`, help }, () => read()?.[state] ?? 0);
  };
  watch("inUse", "Connections that serve a request now.");
  watch("idle", "Open connections that serve no request.");
  watch("waiting", "Requests that wait for a connection.");
  watch("most", "The largest number of connections.");
}

const names: Record<keyof PoolUse, string> = {
  inUse: "in_use_connections",
  idle: "idle_connections",
  waiting: "waiting_requests",
  most: "max_connections",
};
