import { startTestDatabase } from "./test-database.ts";

/**
 * Vitest's global set-up of the server's tests: sets TEST_DATABASE_URL to a real PostgreSQL before the first test, and stops it
 * after the last. `npm test` has already started one; a single `npx vitest run server/...` gets its own here.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_STORE === "pglite") return () => Promise.resolve();
  const database = await startTestDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  return database.stop;
}
