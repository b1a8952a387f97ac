import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { CountedMethod, LoginOutcome, PlatformHealth } from "@storyport/contract/health";
import type { Database } from "#/platform/database/connect.ts";
import { sweepRules } from "#/platform/jobs/sweep-rules.ts";
import { sealedColumns } from "#/platform/keys/reseal.ts";

/** A group of logins of one hour. A method that is null or that the contract does not know is left out later. */
export interface LoginCount {
  hour: Date;
  method: CountedMethod | null;
  event: string;
  outcome: LoginOutcome;
  count: number;
  /** The time of the first counted login. If `most` was reached, older logins of the event were not counted. */
  first: Date;
}

const outcomes: Record<string, LoginOutcome> = {
  login_succeeded: "SUCCEEDED",
  login_failed: "FAILED",
  login_refused: "REFUSED",
  second_factor_passed: "SUCCEEDED",
  second_factor_failed: "FAILED",
};

/**
 * Counts the newest logins of each event, at most `most` of each, of the last 25 hours. The caller shows the present hour and the 23 before
 * it; the rest is a margin.
 */
export async function countLogins(database: Database, most: number): Promise<LoginCount[]> {
  const rows = await database.transaction().execute(async (transaction) => {
    // By a bitmap PostgreSQL reads all logins of the day and sorts them, before it takes the newest. It may also read the whole history
    // for each event, because it expects a ninth of all rows between the bounds.
    await sql`set local enable_bitmapscan = off`.execute(transaction);
    await sql`set local enable_seqscan = off`.execute(transaction);
    return (await loginCounts(most).execute(transaction)).rows;
  });
  return rows.map((row) => ({ ...row, outcome: outcomes[row.event] ?? "FAILED" }));
}

/**
 * Walks `audit_events__event_idx` for each event, from its newest end. The bounds are row comparisons, as in the history's lists;
 * 9223372036854775807 is the largest id.
 */
function loginCounts(most: number): RawBuilder<Omit<LoginCount, "outcome">> {
  return sql<Omit<LoginCount, "outcome">>`
    with bound as materialized (
      select coalesce((
        select b.id from audit_events b where b.at < now() - interval '25 hours' order by b.at desc, b.id desc limit 1
      ), 0) as lowest
    )
    select date_trunc('hour', l.at, 'UTC') as hour, l.method, named.event, count(*)::int as count, min(l.at) as first
    from unnest(${Object.keys(outcomes)}::text[]) named (event)
    cross join bound
    cross join lateral (
      select h.at, case
          when h.event in ('second_factor_passed', 'second_factor_failed') then 'SECOND_FACTOR'
          when 'one-time code' in (h.details ->> 'by', h.details ->> 'reason') then 'ONE_TIME_CODE'
          else h.details ->> 'loginType'
        end as method
      from audit_events h
      where (h.event, h.id) > (named.event, bound.lowest) and (h.event, h.id) < (named.event, 9223372036854775807)
      order by h.event desc, h.id desc limit ${sql.lit(most)}
    ) l
    group by 1, 2, 3`;
}

export interface WaitingMail {
  waiting: number;
  oldest_at: Date | null;
}

/** Counts letters that are neither sent nor abandoned. */
export async function findWaitingMail(database: Database): Promise<WaitingMail> {
  return database
    .selectFrom("outbox")
    .select([sql<number>`count(*)::int`.as("waiting"), sql<Date | null>`min(created_at)`.as("oldest_at")])
    .where("sent_at", "is", null)
    .where("abandoned_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** Lists the five most frequent faults of letters that will be tried again. */
export async function findMailFaults(database: Database): Promise<PlatformHealth["mail"]["faults"]> {
  const count = sql<number>`count(*)::int`;
  return database
    .selectFrom("outbox")
    .select([sql<string>`last_error`.as("fault"), count.as("count")])
    .where("sent_at", "is", null)
    .where("abandoned_at", "is", null)
    .where("last_error", "is not", null)
    .groupBy("last_error")
    .orderBy(count, "desc")
    .limit(5)
    .execute();
}

/**
 * Lists the latest sweep of each table. The tables that lost the most rows by all their sweeps come first. Leaves out tables that only
 * another release sweeps, because their runs end with that release.
 */
export async function findSweepRuns(database: Database) {
  const tables = sweepRules.map(({ table }) => table);
  return database
    .selectFrom("sweep_runs")
    .selectAll()
    .where("name", "in", tables)
    .orderBy("removed_in_all", "desc")
    .orderBy("name")
    .execute();
}

/** Keys that sign or are still published, the next key first. */
export async function findSigningKeys(database: Database) {
  return database
    .selectFrom("signing_keys")
    .select(["kid", "signs_from", "signs_until", "published_until"])
    .where("published_until", ">", sql<Date>`now()`)
    .orderBy("signs_from", "desc")
    .execute();
}

/** Throws without a canary. Every portal plants it at its start, before it takes requests. */
export async function findCanary(database: Database) {
  return database.selectFrom("key_canary").select(["key_id", "sealed_at"]).executeTakeFirstOrThrow();
}

/**
 * Returns up to `most` sealed values of each column, from the end of its ids: `reseal` reaches these last. The 32 plain bytes that old
 * token families have are no sealed text.
 */
export async function findSealed(database: Database, most: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (const { table, id, column } of sealedColumns) {
    const { rows } = await sql<{ sealed: Buffer }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)} where octet_length(${sql.ref(column)}) <> 32
      order by ${sql.ref(id)} desc limit ${most}`.execute(database);
    found.push(...rows.map(({ sealed }) => sealed));
  }
  return found;
}

export interface DatabaseFacts {
  now: Date;
  version: string;
  bytes: number;
  sees_standbys: boolean;
}

/** Roles without pg_read_all_stats see that standbys exist, but nothing of them. */
export async function findDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select now(), current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_standbys`.execute(database);
  return rows[0] as DatabaseFacts;
}

export interface Standby {
  name: string;
  is_synchronous: boolean;
  /** Null if our server is a standby itself, or this standby has not told its position yet. */
  lag_bytes: number | null;
  /** Null too while nothing is written. */
  lag_seconds: number | null;
}

export async function findStandbys(database: Database): Promise<Standby[]> {
  const { rows } = await sql<Standby>`
    select coalesce(nullif(application_name, ''), host(client_addr), pid::text) as name, sync_state in ('sync', 'quorum') as is_synchronous,
      pg_wal_lsn_diff(case when not pg_is_in_recovery() then pg_current_wal_lsn() end, replay_lsn)::float8 as lag_bytes,
      extract(epoch from replay_lag)::float8 as lag_seconds
    from pg_stat_replication order by 1`.execute(database);
  return rows;
}
