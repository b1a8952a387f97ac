/** The embedded PostgreSQL (PGlite) in a folder, for the demo and for trying out: one connection, one process. */
import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { makeDataFolder } from "#/platform/data-folder.ts";
import { lockFolder } from "./folder-lock.ts";

export interface Embedded {
  pglite: PGlite;
  /** Unlocks the folder. Close the database first. */
  release(): Promise<void>;
}

/** PGlite returns bare Uint8Arrays, and numbers for bigint. Convert them as `pg` does and the tables' types declare. */
const parsers = { [types.BYTEA]: (value: string) => Buffer.from(value.slice(2), "hex"), [types.INT8]: (value: string) => value };
const options = { parsers, extensions: { pg_trgm } };

/**
 * Two processes on one folder would silently lose each other's writes, so this locks the folder first. `memory://` needs no lock. Refuses
 * (StartRefusal) a folder that is in use or cannot be used.
 */
export async function openEmbedded(folder: string): Promise<Embedded> {
  if (folder.startsWith("memory://")) return { pglite: await PGlite.create(folder, options), release: async () => undefined };
  await makeDataFolder(folder);
  const release = await lockFolder(folder);
  try {
    return { pglite: await PGlite.create(`${folder}/pgdata`, options), release };
  } catch (error) {
    await release();
    throw error;
  }
}
