import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { listLoopbackCallbacks } from "./queries.ts";

const memoryMilliseconds = 60_000;
/** While the database is away, pages do not wait for a query of their own. */
const pauseMilliseconds = 5000;

/**
 * Lists the origins that our pages may call in the background: registered loopback callbacks, with any port. The portal only navigates to
 * web games (DESIGN A5). It also only navigates to [::1]. A content security policy cannot name an IPv6 address: browsers report that as a
 * fault. The list is cached for a minute; a newer game is opened by navigation until then.
 */
export function createGameOrigins({ database }: Pick<AppContext, "database">): () => Promise<string[]> {
  let origins: string[] = [];
  let readAgainAt = -Infinity;
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      const callbacks = await listLoopbackCallbacks(database);
      origins = [...new Set(callbacks.filter((url) => !url.includes("[")).map(anyPort))];
      readAgainAt = performance.now() + memoryMilliseconds;
    } catch (error) {
      // With the database away, serve the cached list: a page matters more than the newest game.
      if (!isDatabaseAway(error)) throw error;
      readAgainAt = performance.now() + pauseMilliseconds;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (performance.now() >= readAgainAt) await (reading ??= read());
    return origins;
  };
}

function anyPort(url: string): string {
  return `${new URL(url).origin.replace(/:\d+$/, "")}:*`;
}
