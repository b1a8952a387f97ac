/** Migrates the database to this version: plain SQL files, forward only, each once, in locked transactions. */
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pauseFor } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { hash } from "node:crypto";
import type { RunScript, Store } from "./connect.ts";
import { connectionAdvice, isLockedOut, isNotPermitted } from "./database-faults.ts";
import { connectionTimeout } from "./pool.ts";
import { StartRefusal } from "#/platform/settings.ts";

/** Any number, as long as all Storyport processes use the same. */
export const migrationLockId = 7_470_626;

const notTheOwner =
  "The database is not at this version, and its role may not change that. Migrate it once with DATABASE_OWNER_URL (docs/operating.md, Two roles).";

const migrationsFolder = fileURLToPath(new URL("../../../migrations/", import.meta.url));

export interface MigrateOptions {
  folder: string;
  /** Prints what the migration waits for. */
  say: (sentence: string) => void;
  /** How often a process reports that another one is migrating. */
  sayEveryMs: number;
  /** How long a statement waits for a table's lock. Requests for the table queue behind it and keep a pool connection. */
  lockMs: number;
  /** The pause before the next try, in which queued requests run. It doubles each time, up to half a minute. */
  pauseMs: number;
  /** The limit for all tries together. */
  patienceMs: number;
}

const usual: MigrateOptions = {
  folder: migrationsFolder,
  say: console.log,
  sayEveryMs: 10_000,
  // A quarter of the time that a request usually waits for a connection, so that requests outlive a try. One migration may wait for
  // several tables in turn, and keeps the locks it has.
  lockMs: connectionTimeout / 4,
  pauseMs: 2000,
  patienceMs: 600_000,
};
const longestPauseMs = 30_000;

/**
 * Returns the names of the applied migrations. If several processes start concurrently, one migrates and the others wait until it is done.
 * Statements have no time limit. They wait for a used table only in short tries, so that its users are not blocked. Refuses (StartRefusal)
 * another encoding than UTF8, a changed migration, a table that stayed in use, a role without the permission, and an unreachable database.
 */
export async function migrate(store: Store, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  try {
    return await migrateInTurns(store, { ...usual, ...options });
  } catch (error) {
    if (isNotPermitted(error)) throw new StartRefusal(notTheOwner, { cause: error });
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}

/**
 * Each migration commits by itself, unless the database is empty. With several in one transaction their locks add up. Under load there is
 * always a request that holds the next table and waits for the last (docs/decisions/0072).
 */
async function migrateInTurns(store: Store, options: MigrateOptions): Promise<string[]> {
  return store.withScripts(async (run) => {
    await requireEncoding(run);
    const scripts = await readScripts(options.folder);
    const applied: string[] = [];
    const begun = performance.now();
    for (let pause = options.pauseMs; ;) {
      try {
        const names = await applyNext(run, scripts, options);
        if (names.length === 0) return applied;
        applied.push(...names);
        pause = options.pauseMs;
      } catch (error) {
        if (!isLockedOut(error)) throw error;
        if (performance.now() - begun + pause > options.patienceMs) throw new StartRefusal(stayedInUse(error, applied), { cause: error });
        options.say(`A migration needs a table that others are using. Trying again in ${Math.ceil(pause / 1000)} s.`);
        await pauseFor(pause);
        pause = Math.min(2 * pause, longestPauseMs);
      }
    }
  });
}

/** Other encodings cannot store every name, or do not know their letters, so that searches fail. */
async function requireEncoding(run: RunScript): Promise<void> {
  const [row] = await run("select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name");
  const encoding = String(row?.["encoding"]);
  if (encoding === "UTF8") return;
  throw new StartRefusal(
    `The database has the encoding ${encoding}, and the portal needs UTF8. An encoding cannot be changed. Create the database again: ` +
      `create database ${String(row?.["name"])} template template0 encoding 'UTF8' locale 'C.UTF-8'.`,
  );
}

/** Applies the next migration, or all of them in an empty database. Returns their names, and none if no migration is missing. */
async function applyNext(run: RunScript, scripts: readonly Script[], options: MigrateOptions): Promise<string[]> {
  await run("begin");
  try {
    await liftLimits(run);
    await waitForTurn(run, options);
    await run(`set local lock_timeout = ${options.lockMs}`);
    const names = await applyPending(run, scripts);
    await run("commit");
    return names;
  } catch (error) {
    // A broken connection cannot roll back, and need not.
    await run("rollback").catch(() => undefined);
    throw error;
  }
}

/** Lifts the time limits that the role or the database may have, until the transaction ends. */
export const noLimits = "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0";

async function liftLimits(run: RunScript): Promise<void> {
  await run(noLimits);
  // Lets the server end the statement soon after this process dies. Some systems do not support it.
  await run(`do $$ begin
    perform set_config('client_connection_check_interval', '2s', true);
  exception when others then null;
  end $$`);
}

async function waitForTurn(run: RunScript, { say, sayEveryMs }: MigrateOptions): Promise<void> {
  const begun = performance.now();
  const timer = setInterval(() => {
    say(`Another process is migrating the database. Waiting for it, ${Math.round((performance.now() - begun) / 1000)} s so far.`);
  }, sayEveryMs);
  try {
    await run(`select pg_advisory_xact_lock(${migrationLockId})`);
  } finally {
    clearInterval(timer);
  }
}

function stayedInUse(error: unknown, applied: readonly string[]): string {
  const reason = error instanceof Error ? error.message : String(error);
  const state = applied.length === 0 ? "nothing was changed" : `only ${applied.join(", ")} was applied, which the previous release can use`;
  return (
    `A migration needs a table that others kept using (${reason}), so ${state}. Look for a long query or a backup ` +
    "(select pid, query_start, query from pg_stat_activity), wait for its end or end it, and start again."
  );
}

/** What a database has of this program's migrations. A database without any of them has no tables of ours. */
export interface SchemaState {
  applied: readonly string[];
  missing: readonly string[];
  /** Applied by a newer program, or changed since. */
  foreign: readonly string[];
}

/** Compares the migrations of the database with this program's. Changes nothing. */
export async function readSchemaState(run: RunScript): Promise<SchemaState> {
  const ours = new Map((await readScripts(usual.folder)).map(({ name, sha256 }) => [name, sha256]));
  const rows = (await isNew(run)) ? [] : await run("select name, sha256 from migrations order by name");
  const applied = rows.map(({ name }) => String(name));
  return {
    applied,
    missing: [...ours.keys()].filter((name) => !applied.includes(name)),
    foreign: rows.flatMap(({ name, sha256 }) => (ours.get(String(name)) === sha256 ? [] : [String(name)])),
  };
}

async function isNew(run: RunScript): Promise<boolean> {
  const [row] = await run("select to_regclass('migrations') is null as is_new");
  return row?.["is_new"] === true;
}

interface Script {
  name: string;
  script: string;
  sha256: string;
}

async function readScripts(folder: string): Promise<Script[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(`${folder}/${name}`, "utf8");
      return { name, script, sha256: hash("sha256", script, "hex") };
    }),
  );
}

async function applyPending(run: RunScript, scripts: readonly Script[]): Promise<string[]> {
  // Check first, because a role that may not create tables may find everything done.
  const isEmpty = await isNew(run);
  if (isEmpty) {
    await run(`
      create table migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`);
  }
  const done = new Map((await run("select name, sha256 from migrations")).map((row) => [row["name"], row["sha256"]]));
  const changed = scripts.find(({ name, sha256 }) => done.has(name) && done.get(name) !== sha256);
  if (changed !== undefined) {
    throw new StartRefusal(`Migration ${changed.name} was changed after it had been applied. Add a new migration instead.`);
  }
  const pending = scripts.filter(({ name }) => !done.has(name));
  // No request waits for the locks of an empty database, so all of them commit together.
  const next = isEmpty ? pending : pending.slice(0, 1);
  for (const { name, script, sha256 } of next) {
    await run(script);
    await run(`insert into migrations (name, sha256) values ('${name}', '${sha256}')`);
  }
  return next.map(({ name }) => name);
}
