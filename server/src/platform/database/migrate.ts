/** Brings the database to this version: plain SQL files, forward only, each once, in one locked transaction. */
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { hash } from "node:crypto";
import type { RunScript, Store } from "./connect.ts";
import { isDatabaseAway, isNotPermitted } from "./database-faults.ts";
import { StartRefusal } from "#/platform/settings.ts";

const folder = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** Any number; what matters is that every Storyport process asks for the same one. */
export const migrationLockId = 7_470_626;

const notTheOwner =
  "The database is not at this version, and its role may not change that. Migrate it once with DATABASE_OWNER_URL (docs/operating.md, Two roles).";

/**
 * Answers the names it applied. Of several processes at once one migrates, the others wait and find it done. Refuses
 * (StartRefusal) when an applied migration was changed, when the role
 * may not migrate, and when the database does not answer.
 */
export async function migrate(store: Store): Promise<string[]> {
  try {
    return await migrateLocked(store);
  } catch (error) {
    if (isNotPermitted(error)) throw new StartRefusal(notTheOwner, { cause: error });
    if (!isDatabaseAway(error)) throw error;
    throw new StartRefusal(`The database does not answer (${describe(error)}). Check DATABASE_URL, and whether it runs.`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "no connection";
}

async function migrateLocked(store: Store): Promise<string[]> {
  return store.withScripts(async (run) => {
    await run("begin");
    try {
      const applied = await applyPending(run);
      await run("commit");
      return applied;
    } catch (error) {
      // A connection that broke cannot roll back, and need not.
      await run("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function applyPending(run: RunScript): Promise<string[]> {
  await run(`select pg_advisory_xact_lock(${migrationLockId})`);
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
