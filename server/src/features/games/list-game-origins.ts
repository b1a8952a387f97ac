import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { listHttpCallbacks } from "./queries.ts";

const memoryMilliseconds = 60_000;

/**
 * Which origins our pages may call in the background: those of registered http(s) callbacks, a loopback one with any port.
 * Remembered for a minute; a game registered since then is opened by navigation until it is known.
 */
export function createGameOrigins({ database }: Pick<AppContext, "database">): () => Promise<string[]> {
  let origins: string[] = [];
  let readAt = -Infinity;
  return async () => {
    if (performance.now() - readAt < memoryMilliseconds) return origins;
    try {
      const callbacks = await listHttpCallbacks(database);
      origins = [...new Set(callbacks.map(({ url, kind }) => (kind === "LOOPBACK" ? anyPort(url) : new URL(url).origin)))];
      readAt = performance.now();
    } catch (error) {
      // A page is worth more than the newest game: with the database away the last known list serves.
      if (!isDatabaseAway(error)) throw error;
    }
    return origins;
  };
}

function anyPort(url: string): string {
  return `${new URL(url).origin.replace(/:\d+$/, "")}:*`;
}
