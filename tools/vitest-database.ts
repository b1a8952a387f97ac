import { startTestDatabase } from "./test-database.ts";

/**
 * Vitest's global set-up of the server's tests: a real PostgreSQL in TEST_DATABASE_URL before the first test, gone after the
 * last. `npm test` has started one already; a single `npx vitest run server/...` gets its own here.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_STORE === "pglite") return () => Promise.resolve();
  const database = await startTestDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  return database.stop;
}
