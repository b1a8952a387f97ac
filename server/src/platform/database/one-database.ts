/** All addresses of the settings lead to one database. */
import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { StartRefusal } from "#/platform/settings.ts";
import type { Store } from "./connect.ts";
import { connectionAdvice } from "./database-faults.ts";
import { noLimits } from "./migrate.ts";

/**
 * Refuses (StartRefusal) if the scripts of `other`, whose address `setting` names, reach another database than the portal's statements. Names
 * of databases and addresses of servers tell little, because a pooler may lie between. An advisory lock is seen in its own database alone.
 */
export async function requireOneDatabase(other: Store, { database }: Pick<Store, "database">, setting: string): Promise<void> {
  const lock = randomInt(2 ** 47);
  await explained(() =>
    other.withScripts(async (run) => {
      const [there] = await run(`begin; ${noLimits}; select pg_advisory_xact_lock(${lock}), current_database() as name`);
      const { rows } = await sql<{ isFree: boolean; name: string }>`
        select pg_try_advisory_xact_lock(${lock}::bigint) as "isFree", current_database() as name`.execute(database);
      await run("rollback");
      const [here] = rows;
      if (here?.isFree !== true) return;
      throw new StartRefusal(
        `${setting} leads to the database "${String(there?.["name"])}", and DATABASE_URL to another, "${here.name}". Both must lead to one ` +
          "database of one server. Nothing was changed.",
      );
    }),
  );
}

/** Refuses (StartRefusal) a database that does not answer. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const advice = connectionAdvice(error);
    throw advice === undefined ? error : new StartRefusal(advice, { cause: error });
  }
}
