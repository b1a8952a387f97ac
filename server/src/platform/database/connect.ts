/** Opens the database: PostgreSQL by its address, or an embedded one in a folder. Both share one dialect and one set of queries. */
import { PostgresDialect } from "kysely";
import type { Kysely, KyselyConfig, LogEvent } from "kysely";
import type pg from "pg";
import { databaseDefaults } from "#/platform/database-settings.ts";
import type { PostgresSettings } from "#/platform/database-settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { Listener } from "./listener.ts";
import type { Listen } from "./listener.ts";
import { connectWithoutLimits, createPool } from "./pool.ts";
import type { PoolLimits, PoolOptions } from "./pool.ts";
import { RepeatingDatabase } from "./repeating-database.ts";
import type { Tables } from "./tables.ts";

/** Its transactions run again if PostgreSQL undid them for another (repeating-database.ts). */
export type Database = Kysely<Tables>;

/** Runs a script of one or more statements and returns the rows of the last. Migrations, grants, copies and checks of the database use it. */
export type RunScript = (script: string) => Promise<Record<string, unknown>[]>;

/** The connections of a pool. */
export interface PoolUse {
  inUse: number;
  idle: number;
  waiting: number;
  most: number;
}

export interface Store {
  database: Database;
  kind: Settings["database"]["kind"];
  /**
   * Gives `work` a connection on which the portal sets no time limits. Those of the role stay, until `work` lifts them
   * in its transaction (`noLimits` of migrate.ts). The embedded database has only one connection, so nothing else may use it meanwhile.
   */
  withScripts<T>(work: (run: RunScript) => Promise<T>): Promise<T>;
  listen: Listen;
  /** Undefined for the embedded database, which has no pool. */
  poolUse(): PoolUse | undefined;
  close(): Promise<void>;
}

export interface StoreOptions {
  limits?: PoolLimits;
  /** Called after each statement. Without it nothing is measured. */
  onStatement?: ((event: LogEvent) => void) | undefined;
}

type Watching = Pick<KyselyConfig, "log">;

/**
 * Refuses (StartRefusal) a folder of an embedded database that is in use or cannot be used. PostgreSQL is asked by the first statement, so
 * its faults appear there. `onError` hears of idle connections that break.
 */
export async function openStore(
  settings: Settings["database"],
  onError: (error: unknown) => void,
  { limits, onStatement }: StoreOptions = {},
): Promise<Store> {
  const watching = onStatement === undefined ? {} : { log: onStatement };
  if (settings.kind === "embedded") return openPGlite(settings.folder, watching);
  return openPostgres(createPool(settings.url, onError, poolOptions(settings, limits)), settings.directUrl ?? settings.url, watching);
}

function poolOptions({ pooler = "off", ...settings }: PostgresSettings, limits?: PoolLimits): PoolOptions {
  const { poolSize, connectSeconds, statementSeconds } = { ...databaseDefaults, ...settings };
  const statement = statementSeconds * 1000;
  return {
    // This side drops a query a second later, so that the database's own end of a statement comes first.
    limits: limits ?? { connection: connectSeconds * 1000, statement, query: statement + 1000 },
    size: poolSize,
    hasNames: pooler !== "transaction",
    sendsLimits: pooler === "off",
  };
}

/** `directUrl` never leads through a pooler. */
function openPostgres(pool: pg.Pool, directUrl: string, watching: Watching): Store {
  const database: Database = new RepeatingDatabase({ dialect: new PostgresDialect({ pool }), ...watching });
  const listener = new Listener(directUrl);
  return {
    database,
    kind: "postgres",
    async withScripts(work) {
      // Not from the pool, whose limits are for requests. A migration may take any time.
      const client = await connectWithoutLimits(directUrl);
      try {
        return await work(async (script) => {
          const result: unknown = await client.query(script);
          return lastRows(result);
        });
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    listen: listener.listen,
    poolUse: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),
    async close() {
      await listener.close();
      await database.destroy();
    },
  };
}

async function openPGlite(folder: string, watching: Watching): Promise<Store> {
  // Imported only when used, because it is a whole database and costs memory and start time.
  const [{ openEmbedded }, { EmbeddedDialect }] = await Promise.all([import("./embedded.ts"), import("./embedded-dialect.ts")]);
  const { pglite, release } = await openEmbedded(folder);
  const database: Database = new RepeatingDatabase({ dialect: new EmbeddedDialect({ pglite }), ...watching });
  return {
    database,
    kind: "embedded",
    withScripts: (work) => work(async (script) => lastRows(await pglite.exec(script))),
    async listen(channel, { onMessage }) {
      // In its own turn: inside another caller's transaction it would be undone with it.
      const stop = await database.connection().execute(() => pglite.listen(channel, onMessage));
      return () => database.connection().execute(() => stop());
    },
    poolUse: () => undefined,
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
