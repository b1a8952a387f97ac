/** Tells the database that this portal runs: for the page Health, and for commands that need to know all portals. */
import { hostname } from "node:os";
import { sql } from "kysely";
import type { RawBuilder, Selectable } from "kysely";
import { processName } from "#/platform/build-info.ts";
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

/** start-portal.ts beats first (`announcePortal`), then a job does. stop-on-signal.ts ends it. */
export function createHeartbeat(database: Database, build: BuildInfo, { keyIds }: Pick<Vault, "keyIds">): Heartbeat {
  const { instance, version, commit = null, node } = build;
  const now = sql<Date>`now()`;
  return {
    async beat() {
      const about = { host: hostname(), version, commit, node, secret_key_ids: [...keyIds], last_seen_at: now };
      await database
        .insertInto("portals")
        .values({ instance, ...about, started_at: now })
        .onConflict((conflict) => conflict.column("instance").doUpdateSet(about))
        .execute();
      await removePredecessors(database, instance);
    },
    async end() {
      await database.deleteFrom("portals").where("instance", "=", instance).execute();
    },
  };
}

/**
 * A container that was killed and started again has the host name and the process id of before. Without this function the page Health would
 * call the former process down for an hour. A silent row with both counts as the former process if it was last written before this
 * process started. A row with another first key stays, because `reseal` names it. The random part of `instance` is missing in rows of older
 * releases.
 */
async function removePredecessors(database: Database, instance: string): Promise<void> {
  await sql`
    delete from portals former using portals own
    where own.instance = ${instance} and former.instance <> own.instance and former.host = own.host
      and (former.instance = ${processName} or starts_with(former.instance, ${`${processName}-`}))
      and former.secret_key_ids[1] = own.secret_key_ids[1] and former.last_seen_at < own.started_at
      and not ${isRunning(sql`former.last_seen_at`)}`.execute(database);
}

function isRunning(lastSeenAt: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${lastSeenAt} > now() - make_interval(secs => ${silentAfterSeconds})`;
}

export interface KnownPortal extends Selectable<Tables["portals"]> {
  is_running: boolean;
}

/** Lists the portals that run, and those that have been silent for up to an hour. The last start comes first. */
export async function findPortals(database: Database): Promise<KnownPortal[]> {
  return database
    .selectFrom("portals")
    .selectAll()
    .select(isRunning(sql`last_seen_at`).as("is_running"))
    .orderBy("started_at", "desc")
    .orderBy("instance")
    .execute();
}
