import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { migrationsFolder } from "./migrate.ts";

export interface MigrationState {
  applied: number;
  /** The name of the applied migration with the highest number. */
  last: string;
  /** Files of this version that are not applied. */
  pending: string[];
  /** Applied migrations that this version does not have. */
  later: number;
}

/** Compares the migrations of this version with those of the database. A running portal's database may be migrated by a later version. */
export async function readMigrationState(database: Database): Promise<MigrationState> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql"));
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database);
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(files);
  return {
    applied: applied.size,
    last: rows.at(-1)?.name ?? "",
    pending: files.filter((name) => !applied.has(name)).toSorted(),
    later: [...applied].filter((name) => !known.has(name)).length,
  };
}
