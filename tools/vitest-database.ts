import { startTestDatabase } from "./test-database.ts";

/**
 * Vitest's global set-up of the server's tests. It sets TEST_DATABASE_URL to a real PostgreSQL before the first test. `npm test` has
 * already started the server. A single `npx vitest run server/...` starts its own here, which stops after the last test. With
 * TEST_STORE=pglite, as in a step of `npm test`, the tests use the embedded store and need no server.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_STORE === "pglite") return () => Promise.resolve();
  const database = await startTestDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  return database.stop;
}
