/** A PostgreSQL for measurements, with a database per program. Uses TEST_DATABASE_URL or starts its own. */
import { startTestDatabase } from "@storyport/tools/test-database";
import pg from "pg";
import type { CleanUp } from "#/figures/clean-up.ts";

export interface DatabaseServer {
  /** Creates an empty database, which is dropped at the end. */
  create(purpose: string): Promise<string>;
}

export async function startDatabaseServer(cleanUp: CleanUp): Promise<DatabaseServer> {
  const server = await startTestDatabase();
  cleanUp.later(server.stop);
  return {
    async create(purpose) {
      const name = `storyport_bench_${purpose}_${process.pid}`;
      await runSql(server.url, `create database ${name}`);
      cleanUp.later(() => runSql(server.url, `drop database if exists ${name} with (force)`));
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
  };
}

/** Returns the rows of the last statement. */
export async function runSql(url: string, script: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(script);
    return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
  } finally {
    await client.end();
  }
}
