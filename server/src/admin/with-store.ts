import { existsSync } from "node:fs";
import type { Database } from "#/platform/database/connect.ts";
import { openStore } from "#/platform/database/connect.ts";
import { openMigratedStore } from "#/platform/database/open-migrated.ts";
import { connectionTimeout } from "#/platform/database/pool.ts";
import type { PoolLimits } from "#/platform/database/pool.ts";
import { requireKeyOf } from "#/platform/keys/key-canary.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";

export interface OperatorContext {
  database: Database;
  settings: Settings;
}

/**
 * Opens the configured database for one command. Refuses (StartRefusal) if neither DATABASE_URL nor an embedded database
 * exists. A forgotten setting must not create a new, empty database. Refuses also a SECRET_KEY of another installation.
 */
export async function withStore(work: (context: OperatorContext) => Promise<void>): Promise<void> {
  const settings = readSettings();
  if (settings.database.kind === "embedded" && !existsSync(settings.database.folder)) {
    throw new StartRefusal(
      `There is no DATABASE_URL, and no embedded database in ${settings.dataFolder}. Set DATABASE_URL as the portal has it (a file .env here ` +
        "will do), or DATA_DIR for the embedded one.",
    );
  }
  // Standard output is for the command's result, so messages go to standard error.
  const store = await openMigratedStore(settings.database, () => undefined, { say: console.error });
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
    await withOther(context, { url: database.ownerUrl }, work);
  });
}

/** Like `withStore`, but a statement may take any time. */
export async function withPatience(work: (context: OperatorContext) => Promise<void>): Promise<void> {
  await withStore(async (context) => {
    const { database } = context.settings;
    if (database.kind === "embedded") return work(context);
    await withOther(context, { url: database.url, limits: { connection: connectionTimeout, statement: 0, query: 0 } }, work);
  });
}

async function withOther(
  { settings }: OperatorContext,
  { url, limits }: { url: string; limits?: PoolLimits },
  work: (context: OperatorContext) => Promise<void>,
): Promise<void> {
  const store = await openStore({ kind: "postgres", url }, () => undefined, limits === undefined ? {} : { limits });
  try {
    await work({ database: store.database, settings });
  } finally {
    await store.close();
  }
}
