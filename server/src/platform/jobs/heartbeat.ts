/** Tells the database that this portal runs, for the page Health. */
import { hostname } from "node:os";
import { sql } from "kysely";
import type { BuildInfo } from "#/platform/build-info.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Vault } from "#/platform/secrets.ts";

export const heartbeatSeconds = 60;

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
