/** Brings the database to this version: plain SQL files, forward only, each once, in one locked transaction. */
import { readFile, readdir } from "node:fs/promises";
import { setTimeout as pauseFor } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { hash } from "node:crypto";
import type { RunScript, Store } from "./connect.ts";
import { connectionAdvice, isLockedOut, isNotPermitted } from "./database-faults.ts";
import { connectionTimeout } from "./pool.ts";
import { StartRefusal } from "#/platform/settings.ts";

/** Any number; what matters is that every Storyport process asks for the same one. */
export const migrationLockId = 7_470_626;

const notTheOwner =
  "The database is not at this version, and its role may not change that. Migrate it once with DATABASE_OWNER_URL (docs/operating.md, Two roles).";

export interface MigrateOptions {
  folder: string;
  /** Tells the person at the machine what it waits for. */
  say: (sentence: string) => void;
  /** While another process migrates, it says so this often. */
  sayEveryMs: number;
  /** How long a statement waits for a table. Who wants the table meanwhile waits behind it, and keeps a connection of the pool. */
  lockMs: number;
  /** Before it is tried again, so that those who waited are served; twice as long each time, up to half a minute. */
  pauseMs: number;
  /** All tries together. */
  patienceMs: number;
}

const usual: MigrateOptions = {
  folder: fileURLToPath(new URL("../../../migrations/", import.meta.url)),
  say: console.log,
  sayEveryMs: 10_000,
  // One migration may wait for several tables in turn, holding those it has.
  lockMs: connectionTimeout / 4,
  pauseMs: 2000,
  patienceMs: 600_000,
};
const longestPauseMs = 30_000;

/**
 * Answers the names it applied. Of several processes at once one migrates, the others wait as long as it takes and find it done. A
 * statement takes as long as it takes, too; only for a table that others use it waits in short tries, so that these are not held up.
 * Refuses (StartRefusal) when an applied migration was changed, when a table stayed in use through all tries, when the role may not
 * migrate, and when the database does not answer.
 */
export async function migrate(store: Store, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  try {
    return await migrateLocked(store, { ...usual, ...options });
  } catch (error) {
    if (isNotPermitted(error)) throw new StartRefusal(notTheOwner, { cause: error });
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}

async function migrateLocked(store: Store, options: MigrateOptions): Promise<string[]> {
  return store.withScripts(async (run) => {
    await run("begin");
    try {
      await liftLimits(run);
      await waitForTurn(run, options);
      const applied = await applyInTries(run, options);
      await run("commit");
      return applied;
    } catch (error) {
      // A connection that broke cannot roll back, and need not.
      await run("rollback").catch(() => undefined);
      throw error;
    }
  });
}

/** A role or a database may have limits of its own. */
async function liftLimits(run: RunScript): Promise<void> {
  await run("set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  // The server notices soon when this process is gone, and ends the statement. Not every system can do that.
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

/** Each try is undone as a whole, so that between two of them no table is held. */
async function applyInTries(run: RunScript, options: MigrateOptions): Promise<string[]> {
  const begun = performance.now();
  await run(`set local lock_timeout = ${options.lockMs}`);
  for (let pause = options.pauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    await run("savepoint before_migrations");
    try {
      return await applyPending(run, options.folder);
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      await run("rollback to savepoint before_migrations");
      if (performance.now() - begun + pause > options.patienceMs) throw new StartRefusal(stayedInUse(error), { cause: error });
      options.say(`A migration needs a table that others are using. Trying again in ${Math.ceil(pause / 1000)} s.`);
      await pauseFor(pause);
    }
  }
}

function stayedInUse(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error);
  return (
    `A migration needs a table that others kept using (${told}), so nothing was changed. Look for a long query or a backup ` +
    "(select pid, query_start, query from pg_stat_activity), wait for its end or end it, and start again."
  );
}

async function applyPending(run: RunScript, folder: string): Promise<string[]> {
  // Looked for first: who may not create tables may still find everything done.
  const [{ is_new: isNew } = {}] = await run("select to_regclass('migrations') is null as is_new");
  if (isNew === true) {
    await run(`
      create table migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`);
  }
  const done = new Map((await run("select name, sha256 from migrations")).map((row) => [row["name"], row["sha256"]]));
  const applied: string[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).toSorted()) {
    const script = await readFile(`${folder}/${name}`, "utf8");
    const sha256 = hash("sha256", script, "hex");
    const before = done.get(name);
    if (before !== undefined && before !== sha256) {
      throw new StartRefusal(`Migration ${name} was changed after it had been applied. Add a new migration instead.`);
    }
    if (before !== undefined) continue;
    await run(script);
    await run(`insert into migrations (name, sha256) values ('${name}', '${sha256}')`);
    applied.push(name);
  }
  return applied;
}
