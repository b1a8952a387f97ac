/** Tells the database that this portal runs: for the page Health, and for commands that need to know all portals. */
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { BuildInfo } from "#/platform/build-info.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Vault } from "#/platform/secrets.ts";

export const heartbeatSeconds = 60;
/** A portal counts as down after two missed heartbeats, and half a beat for a slow write. */
export const silentAfterSeconds = 2.5 * heartbeatSeconds;

export interface Heartbeat {
  beat(): Promise<void>;
  /** Removes the row when the portal stops. */
  end(): Promise<void>;
}

/** A row that a former process of the same name left becomes the row of this process. */
export function createHeartbeat(database: Database, build: BuildInfo, { keyIds }: Pick<Vault, "keyIds">): Heartbeat {
  const { instance, version, commit = null, node } = build;
  let hasBegun = false;
  const now = sql<Date>`now()`;
  return {
    async beat() {
      const about = { host: hostname(), version, commit, node, secret_key_ids: [...keyIds], last_seen_at: now };
      await database
        .insertInto("portals")
        .values({ instance, ...about, started_at: now })
        .onConflict((conflict) => conflict.column("instance").doUpdateSet(hasBegun ? about : { ...about, started_at: now }))
        .execute();
      hasBegun = true;
    },
    async end() {
      await database.deleteFrom("portals").where("instance", "=", instance).execute();
    },
  };
}

export interface KnownPortal extends Selectable<Tables["portals"]> {
  is_running: boolean;
}

/** Lists the portals that run, and those that have been silent for up to an hour. The last start comes first. */
export async function findPortals(database: Database): Promise<KnownPortal[]> {
  return database
    .selectFrom("portals")
    .selectAll()
    .select(sql<boolean>`last_seen_at > now() - make_interval(secs => ${silentAfterSeconds})`.as("is_running"))
    .orderBy("started_at", "desc")
    .orderBy("instance")
    .execute();
}
