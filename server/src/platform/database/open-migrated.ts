/** Opens the migrated database. With an owner's role, the portal's own role can change neither the schema nor the history. */
import { sql } from "kysely";
import pg from "pg";
import { databaseDefaults } from "#/platform/database-settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { requireKeyOfAnyVersion } from "#/platform/keys/key-canary.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { openStore } from "./connect.ts";
import type { Store, StoreOptions } from "./connect.ts";
import { grantToPortal, requireHistoryWall } from "./grant-to-portal.ts";
import { migrate } from "./migrate.ts";
import { explained, requireOneDatabase } from "./one-database.ts";
import { idleInTransaction } from "./pool.ts";

export interface OpenOptions extends Pick<StoreOptions, "onStatement"> {
  /** Prints what a migration waits for. */
  say?: (sentence: string) => void;
  /** Reads the keys that must open what is sealed. Absent: no key is checked. */
  readKeys?: (() => Promise<SecretKeys>) | undefined;
}

/**
 * If DATABASE_OWNER_URL names the owner, the owner migrates and grants the role of DATABASE_URL what the portal needs.
 * Otherwise one role does both. Refuses (StartRefusal) like `migrate`, and before it keys of another installation. Beside an owner it
 * refuses a portal role that could change the history. Behind a pooler it refuses a portal role without time limits. Also refuses addresses
 * that lead to different databases.
 */
export async function openMigratedStore(
  settings: Settings["database"],
  onError: (error: unknown) => void,
  { say = console.log, readKeys, onStatement }: OpenOptions = {},
): Promise<Store> {
  const store = await openStore(settings, onError, { onStatement });
  try {
    if (settings.kind === "postgres" && settings.directUrl !== undefined) await requireOneDatabase(store, store, "DATABASE_DIRECT_URL");
    if (settings.kind === "embedded" || settings.ownerUrl === undefined) await migrateWithKeys(store, { say, readKeys });
    else await migrateAsOwner(store, settings.ownerUrl, { say, readKeys });
    if (settings.kind === "postgres" && settings.pooler !== undefined && settings.pooler !== "off")
      await requireRoleLimits(store, settings.statementSeconds ?? databaseDefaults.statementSeconds);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

type MigrationOptions = Required<Pick<OpenOptions, "say">> & Pick<OpenOptions, "readKeys">;

/** The keys are checked first, so that the database of another installation stays as it is. */
async function migrateWithKeys(store: Store, { say, readKeys }: MigrationOptions): Promise<void> {
  if (readKeys !== undefined) await explained(() => requireKeyOfAnyVersion(store.database, readKeys));
  await migrate(store, { say });
}

async function migrateAsOwner(store: Store, ownerUrl: string, options: MigrationOptions): Promise<void> {
  const owner = await openStore({ kind: "postgres", url: ownerUrl }, () => undefined);
  try {
    await requireOneDatabase(owner, store, "DATABASE_OWNER_URL");
    await migrateWithKeys(owner, options);
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
  const [row] = await explained(() => store.withScripts((run) => run("select current_user as role")));
  return String(row?.["role"]);
}
