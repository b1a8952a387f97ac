/** Opens the migrated database. With an owner's role, the portal's own role can change neither the schema nor the history. */
import { sql } from "kysely";
import pg from "pg";
import { databaseDefaults } from "#/platform/database-settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { openStore } from "./connect.ts";
import type { Store, StoreOptions } from "./connect.ts";
import { connectionAdvice } from "./database-faults.ts";
import { grantToPortal, requireHistoryWall } from "./grant-to-portal.ts";
import { migrate } from "./migrate.ts";
import { idleInTransaction } from "./pool.ts";

export interface OpenOptions extends Pick<StoreOptions, "onStatement"> {
  /** Prints what a migration waits for. */
  say?: (sentence: string) => void;
}

/**
 * If DATABASE_OWNER_URL names the owner, the owner migrates and grants the role of DATABASE_URL what the portal needs.
 * Otherwise one role does both. Refuses (StartRefusal) like `migrate`. Beside an owner it refuses a portal role that could change the
 * history. Behind a pooler it refuses a portal role without time limits.
 */
export async function openMigratedStore(
  settings: Settings["database"],
  onError: (error: unknown) => void,
  { say = console.log, onStatement }: OpenOptions = {},
): Promise<Store> {
  const store = await openStore(settings, onError, { onStatement });
  try {
    if (settings.kind === "embedded" || settings.ownerUrl === undefined) await migrate(store, { say });
    else await migrateAsOwner(store, settings.ownerUrl, say);
    if (settings.kind === "postgres" && settings.pooler !== undefined && settings.pooler !== "off")
      await requireRoleLimits(store, settings.statementSeconds ?? databaseDefaults.statementSeconds);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function migrateAsOwner(store: Store, ownerUrl: string, say: (sentence: string) => void): Promise<void> {
  const owner = await openStore({ kind: "postgres", url: ownerUrl }, () => undefined);
  try {
    await migrate(owner, { say });
    await grantToPortal(owner, await roleOf(store));
    await requireHistoryWall(store);
  } finally {
    await owner.close();
  }
}

/** Behind a pooler the portal cannot set the time limits of statements, because other clients may get the same connection. */
async function requireRoleLimits({ database }: Store, statementSeconds: number): Promise<void> {
  const { rows } = await sql<{ role: string; statement: string; idle: string }>`
    select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database);
  const [row] = rows;
  if (row !== undefined && row.statement !== "0" && row.idle !== "0") return;
  // The same limits as the portal sets without a pooler.
  const role = pg.escapeIdentifier(row?.role ?? "");
  throw new StartRefusal(
    `With DATABASE_POOLER the role of DATABASE_URL needs its own time limits. Run, as that role or as a superuser: alter role ${role} set ` +
      `statement_timeout = '${statementSeconds}s'; alter role ${role} set idle_in_transaction_session_timeout = '${idleInTransaction / 1000}s'. Then restart the pooler's connections (RECONNECT).`,
  );
}

async function roleOf(store: Store): Promise<string> {
  try {
    const [row] = await store.withScripts((run) => run("select current_user as role"));
    return String(row?.["role"]);
  } catch (error) {
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}
