/**
 * Loaded into the portal's own process by `node --import`, so that the portal itself stays unchanged. Counts the statements that it
 * sends to PostgreSQL, begin and commit included.
 */
import { isMainThread } from "node:worker_threads";
import pg from "pg";

let statements = 0;

// The hashing threads load this file too, but send no statements.
if (isMainThread) {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function count(this: unknown, ...parts: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, parts);
  } as typeof query;
  process.on("message", (message) => {
    if (typeof message === "object" && message !== null && "statements" in message) process.send?.(statements);
  });
}
