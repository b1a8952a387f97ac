/** Opens the database: PostgreSQL by its address, or an embedded one in a folder. Both share one dialect and one set of queries. */
import { PostgresDialect } from "kysely";
import type { Kysely } from "kysely";
import type pg from "pg";
import type { Settings } from "#/platform/settings.ts";
import { connectWithoutLimits, createPool } from "./pool.ts";
import type { PoolLimits } from "./pool.ts";
import { RepeatingDatabase } from "./repeating-database.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;

/** Runs a script of several statements and returns the rows of the last. Only migrations use it. */
export type RunScript = (script: string) => Promise<Record<string, unknown>[]>;

export interface Store {
  database: Database;
  kind: Settings["database"]["kind"];
  /** Reserves one connection for `work`, without time limits for its statements. */
  withScripts<T>(work: (run: RunScript) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Refuses to start (StartRefusal) when the folder of an embedded database is in use by another process. */
export async function openStore(settings: Settings["database"], onError: (error: unknown) => void, limits?: PoolLimits): Promise<Store> {
  return settings.kind === "postgres" ? openPostgres(createPool(settings.url, onError, limits), settings.url) : openPGlite(settings.folder);
}

function openPostgres(pool: pg.Pool, url: string): Store {
  const database: Database = new RepeatingDatabase({ dialect: new PostgresDialect({ pool }) });
  return {
    database,
    kind: "postgres",
    async withScripts(work) {
      // Not from the pool, whose limits are for requests. A migration may take any time.
      const client = await connectWithoutLimits(url);
      try {
        return await work(async (script) => {
          const result: unknown = await client.query(script);
          return lastRows(result);
        });
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    close: () => database.destroy(),
  };
}

async function openPGlite(folder: string): Promise<Store> {
  // Imported only when used, because it is a whole database and costs memory and start time.
  const [{ openEmbedded }, { EmbeddedDialect }] = await Promise.all([import("./embedded.ts"), import("./embedded-dialect.ts")]);
  const { pglite, release } = await openEmbedded(folder);
  const database: Database = new RepeatingDatabase({ dialect: new EmbeddedDialect({ pglite }) });
  return {
    database,
    kind: "embedded",
    withScripts: (work) => work(async (script) => lastRows(await pglite.exec(script))),
    async close() {
      await database.destroy();
      await release();
    },
  };
}

/** Both drivers return one result per statement of a script; `pg` returns a bare result for a single statement. */
function lastRows(result: unknown): Record<string, unknown>[] {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result;
  if (typeof last !== "object" || last === null || !("rows" in last) || !Array.isArray(last.rows)) return [];
  return last.rows;
}
