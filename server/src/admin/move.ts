import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder } from "#/platform/data-folder.ts";
import { readAddresses } from "#/platform/database/addresses.ts";
import { openStore } from "#/platform/database/connect.ts";
import type { Store } from "#/platform/database/connect.ts";
import { copyHistoryParts } from "#/platform/database/copy-history-parts.ts";
import { CopyFault, copyTables, findUsedTables, listTables, sameWriting } from "#/platform/database/copy-tables.ts";
import type { RunStatement } from "#/platform/database/copy-tables.ts";
import { connectionAdvice, isLockedOut, isNotPermitted } from "#/platform/database/database-faults.ts";
import { lockFolder } from "#/platform/database/folder-lock.ts";
import { migrationLockId, readSchemaState } from "#/platform/database/migrate.ts";
import type { SchemaState } from "#/platform/database/migrate.ts";
import { quoted } from "#/platform/database/quote-name.ts";
import { connectWithoutLimits } from "#/platform/database/pool.ts";
import { requireKeyOf } from "#/platform/keys/key-canary.ts";
import { readFormerKeys } from "#/platform/keys/keep-key-in-folder.ts";
import { StartRefusal, readSettings } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";
import { readWords, unknownCommand } from "./read-words.ts";
import { requireDatabase } from "./with-store.ts";

/** `move --to postgres://...`. */
export async function runMove(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, { to: { type: "string" } });
  if (values.to === undefined || positionals.length > 0) throw unknownCommand();
  requireAddress(values.to);
  const settings = readSettings();
  const rows = await moveStore(settings, values.to, console.log);
  console.log(`\nCopied ${rows} rows. Counts and digests of all tables are the same on both sides.\n${nextSteps(settings)}`);
}

function requireAddress(to: string): void {
  try {
    readAddresses(to);
  } catch (error) {
    throw new StartRefusal(`--to ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/**
 * Copies the embedded database to an empty PostgreSQL of the same version, in one transaction. Works on a copy of the folder, so
 * that the original stays as it is, byte for byte. Returns the number of rows. Refuses (StartRefusal) a DATABASE_URL, a missing database, and a
 * portal that runs on the folder. Refuses another version on either side, and keys that do not open the database. Refuses a target with
 * rows, in use, out of reach or closed to its role. Refuses a copy that differs.
 * @public For tests.
 */
export async function moveStore(settings: Settings, to: string, say: (sentence: string) => void): Promise<number> {
  if (settings.database.kind !== "embedded") throw new StartRefusal(notEmbedded);
  requireDatabase(settings);
  const release = await lockFolder(settings.database.folder);
  try {
    return await inTarget(to, (target) => copyFolder(settings, target, say));
  } finally {
    await release();
  }
}

const notEmbedded =
  "DATABASE_URL is set, so there is no embedded database to copy. Leave it out for this command: DATABASE_URL= npm run admin -- move --to ...";

/** Runs `work` in a transaction of the target, after the target was found fit. */
async function inTarget(to: string, work: (target: RunStatement) => Promise<number>): Promise<number> {
  try {
    const client = await connectWithoutLimits(to);
    const target: RunStatement = async (text, values) => (await client.query<Record<string, unknown>>(text, values?.slice())).rows;
    try {
      await target("begin");
      await target("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '5s'");
      // Both databases write values in the same way, so that their digests can be compared.
      await target(sameWriting);
      requireVersion(
        await readSchemaState((text) => target(text)),
        "The database of --to",
        "DATABASE_URL=<the address of --to> npm run admin -- migrate",
      );
      await requireEmpty(target);
      const rows = await work(target);
      await target("commit");
      return rows;
    } finally {
      // Without a commit the server undoes the transaction.
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw explained(error);
  }
}

async function copyFolder(settings: Settings, target: RunStatement, say: (sentence: string) => void): Promise<number> {
  const copy = join(settings.dataFolder, "copy-for-move");
  try {
    // A full disk here must not pass for a fault of the target.
    await inDataFolder(settings.dataFolder, async () => {
      await rm(copy, { recursive: true, force: true });
      await mkdir(copy, { mode: 0o700 });
      await cp(join(settings.dataFolder, "database", "pgdata"), join(copy, "pgdata"), { recursive: true });
    });
    const store = await openStore({ kind: "embedded", folder: copy }, () => undefined);
    try {
      return await copyStore(store, { settings, target, say });
    } finally {
      await store.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

interface Copying {
  settings: Settings;
  target: RunStatement;
  say: (sentence: string) => void;
}

async function copyStore(store: Store, { settings, target, say }: Copying): Promise<number> {
  requireVersion(await store.withScripts(readSchemaState), "The embedded database", "npm run admin -- migrate");
  // The target gets the same canary. With another key no portal would start there.
  await requireKeyOf(store.database, await readFormerKeys(settings));
  return store.withScripts(async (source) => {
    await source(`begin isolation level repeatable read, read only; ${sameWriting}`);
    await copyHistoryParts(source, target);
    const rows = await copyTables({
      source,
      target,
      onProgress: ({ table, rows: count, isVerified }) => say(`${table}: ${count} rows${isVerified ? ", verified" : ""}`),
    });
    await source("commit");
    return rows;
  });
}

function requireVersion({ missing, foreign }: SchemaState, name: string, fix: string): void {
  if (foreign.length > 0) throw new StartRefusal(`${name} is of another version (${foreign.join(", ")}). Use the program of that version.`);
  if (missing.length > 0) throw new StartRefusal(`${name} is not at this version. First run: ${fix}`);
}

/** Also locks all tables, so that a portal that starts meanwhile waits for the copy. */
async function requireEmpty(target: RunStatement): Promise<void> {
  const [turn] = await target("select pg_try_advisory_xact_lock($1) as is_ours", [migrationLockId]);
  if (turn?.["is_ours"] !== true) throw new StartRefusal("Another process is migrating the database of --to. Wait for its end.");
  const tables = await listTables((text) => target(text));
  await target(`lock table ${tables.map(quoted).join(", ")} in share row exclusive mode`);
  const used = await findUsedTables(target, tables);
  if (used.length === 0) return;
  throw new StartRefusal(
    `The database of --to is not empty: it has rows in ${used.join(", ")}. Nothing was changed. Name a new database, migrated and never used by a portal.`,
  );
}

function explained(error: unknown): unknown {
  if (error instanceof StartRefusal) return error;
  if (error instanceof CopyFault) return new StartRefusal(`${error.message} Nothing was changed.`, { cause: error });
  if (isLockedOut(error))
    return new StartRefusal("Another program uses the database of --to. Stop it, and run this again. Nothing was changed.", {
      cause: error,
    });
  if (isNotPermitted(error))
    return new StartRefusal("The role of --to may not fill the tables. Name the role that owns them. Nothing was changed.", {
      cause: error,
    });
  const advice = connectionAdvice(error)?.replaceAll("DATABASE_URL", "--to");
  return advice === undefined ? error : new StartRefusal(`${advice} Nothing was changed.`, { cause: error });
}

function nextSteps({ secretKeys, dataFolder, isDemo }: Settings): string {
  const key = secretKeys === undefined ? `the text in ${join(dataFolder, "secret.key")}` : "as it is";
  return [
    `The embedded database in ${dataFolder} is as it was. Keep it until the portal works on PostgreSQL.`,
    `Now set DATABASE_URL, and SECRET_KEY: ${key}. Another key would not open what is sealed.`,
    ...(isDemo ? ["With the demo world in it, a portal starts only with DEMO=true, never in production."] : []),
  ].join("\n");
}
