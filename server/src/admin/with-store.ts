import { existsSync } from "node:fs";
import type { Database, Store } from "#/platform/database/connect.ts";
import { openStore } from "#/platform/database/connect.ts";
import { connectionAdvice } from "#/platform/database/database-faults.ts";
import { readSchemaState } from "#/platform/database/migrate.ts";
import { requireOneDatabase } from "#/platform/database/one-database.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { connectionTimeout } from "#/platform/database/pool.ts";
import type { PoolLimits } from "#/platform/database/pool.ts";
import { requireKeyOf } from "#/platform/keys/key-canary.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";

/** What a command gets. It is less than a portal has: no keys, no mailer, no providers. */
export interface OperatorContext {
  database: Database;
  settings: Settings;
}

/**
 * Opens the configured database for one command. A forgotten or wrong setting must neither create a database nor change one. So it refuses
 * (StartRefusal) if neither DATABASE_URL nor an embedded database exists, and a SECRET_KEY of another installation. It refuses a database that
 * does not answer, has no tables, or is older than this program. It serves a newer database, as the portal does, because migrations only
 * add: an operator who went back to the previous release needs its commands too.
 */
export async function withStore(work: (context: OperatorContext) => Promise<void>): Promise<void> {
  await using(openAtThisVersion, work);
}

/** `migrate`. The only command that brings a database to this version. */
export async function runMigrate(): Promise<void> {
  // Standard output is for the command's result, so messages go to standard error.
  const open = ({ database, secretKeys }: Settings): Promise<Store> =>
    openMigratedStore(database, () => undefined, { say: console.error, readKeys: secretKeys && (async () => secretKeys) });
  await using(open, async () => console.log("The database is at this version."));
}

async function using(open: (settings: Settings) => Promise<Store>, work: (context: OperatorContext) => Promise<void>): Promise<void> {
  const settings = readSettings();
  requireDatabase(settings);
  const store = await open(settings);
  try {
    if (settings.secretKeys !== undefined) await requireKeyOf(store.database, settings.secretKeys);
    await work({ database: store.database, settings });
  } finally {
    await store.close();
  }
}

/** Like `withStore`, but as the owner of the tables if DATABASE_OWNER_URL names one. */
export async function withOwner(work: (context: OperatorContext) => Promise<void>): Promise<void> {
  await withStore(async (context) => {
    const { database } = context.settings;
    if (database.kind === "embedded" || database.ownerUrl === undefined) return work(context);
    await withOther(context, { url: database.ownerUrl, setting: "DATABASE_OWNER_URL" }, work);
  });
}

/**
 * Like `withStore`, but without the portal's own limits for statements, and round a pooler. A limit of the database role stays, until `work`
 * lifts it in its transaction.
 */
export async function withPatience(work: (context: OperatorContext) => Promise<void>): Promise<void> {
  await withStore(async (context) => {
    const { database } = context.settings;
    if (database.kind === "embedded") return work(context);
    await withOther(
      context,
      // The driver sends no limit of 0 to the database, and has none itself.
      {
        url: database.directUrl ?? database.url,
        limits: { connection: connectionTimeout, statement: 0, query: 0 },
        setting: "DATABASE_DIRECT_URL",
      },
      work,
    );
  });
}

async function withOther(
  { database, settings }: OperatorContext,
  { url, limits, setting }: { url: string; limits?: PoolLimits; setting: string },
  work: (context: OperatorContext) => Promise<void>,
): Promise<void> {
  const store = await openStore({ kind: "postgres", url }, () => undefined, limits === undefined ? {} : { limits });
  try {
    await requireOneDatabase(store, { database }, setting);
    await work({ database: store.database, settings });
  } finally {
    await store.close();
  }
}

/** Refuses (StartRefusal) a folder without an embedded database, which opening would create. */
export function requireDatabase({ database, dataFolder }: Pick<Settings, "database" | "dataFolder">): void {
  if (database.kind !== "embedded" || existsSync(`${database.folder}/pgdata/PG_VERSION`)) return;
  throw new StartRefusal(
    `There is no DATABASE_URL, and no embedded database in ${dataFolder}. Set DATABASE_URL as the portal has it (a file .env here ` +
      "will do), or DATA_DIR for the embedded one.",
  );
}

async function openAtThisVersion({ database }: Settings): Promise<Store> {
  const store = await openStore(database, () => undefined);
  try {
    const { applied, missing } = await store.withScripts(readSchemaState);
    if (applied.length === 0) throw new StartRefusal(noTables);
    if (missing.length > 0) throw new StartRefusal(olderThanThis(missing));
    return store;
  } catch (error) {
    await store.close();
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}

const noTables =
  "The database of DATABASE_URL has no tables of Storyport. If it is the right one and new, `npm run admin -- migrate` makes them. " +
  "Otherwise set DATABASE_URL as the portal has it.";

function olderThanThis(missing: readonly string[]): string {
  return `The database is older than this program: it lacks ${missing.join(", ")}. \`npm run admin -- migrate\` brings it to this version.`;
}
