import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { listLoopbackCallbacks } from "./queries.ts";

const memoryMilliseconds = 60_000;

/**
 * Which origins our pages may call in the background: those of registered loopback callbacks, with any port. A game on the web is
 * only ever navigated to (DESIGN A5).
 * Remembered for a minute; a game registered since then is opened by navigation until it is known.
 */
export function createGameOrigins({ database }: Pick<AppContext, "database">): () => Promise<string[]> {
  let origins: string[] = [];
  let readAt = -Infinity;
  return async () => {
    if (performance.now() - readAt < memoryMilliseconds) return origins;
    try {
      const callbacks = await listLoopbackCallbacks(database);
      origins = [...new Set(callbacks.map(anyPort))];
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
