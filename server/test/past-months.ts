/** Gives the history of a new database months of the past, because time does not pass in a test. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** The parts are: everything before, then so many past months, then the present one and those that were made ahead. */
export async function makePastMonths(database: Database, count: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`drop table audit_events_first`.execute(transaction);
    for (let back = count; back >= 1; back--) {
      const { rows } = await sql<{ is_there: boolean }>`
        select to_regclass('audit_events_' || to_char(${startOfMonth(back)}, 'YYYY_MM')) is not null as is_there`.execute(transaction);
      if (rows[0]?.is_there !== true) await sql`select add_history_month((${startOfMonth(back)})::date)`.execute(transaction);
    }
    await sql`create table audit_events_first (like audit_events including defaults)`.execute(transaction);
    await sql`alter table audit_events_first add primary key (id)`.execute(transaction);
    const { rows } = await sql<{ day: string }>`select (${startOfMonth(count)})::date::text as day`.execute(transaction);
    await sql
      .raw(`alter table audit_events attach partition audit_events_first for values from (minvalue) to ('${rows[0]?.day} 00:00+00')`)
      .execute(transaction);
  });
}

/** The start of a month of the past, without a time zone. */
function startOfMonth(back: number) {
  return sql`date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${sql.lit(back)})`;
}

/** The name of the month so many months ago, as 2026-10. */
export function monthAgo(back: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
}

/** Inserts so many events in the month so many months ago, a minute apart. Returns their ids, in order. */
export async function insertPastEvents(database: Database, { back, count }: { back: number; count: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into audit_events (at, event, target_id, request_id, network, details)
    select ${`${monthAgo(back)}-03 04:05:06.123456+00`}::timestamptz + make_interval(mins => n), 'login_succeeded', gen_random_uuid(), 'r-' || n,
      '192.0.2.0/24', jsonb_build_object('loginType', 'PASSWORD', 'name', 'Zoë "☃"', 'n', n)
    from generate_series(1, ${count}::int) n returning id::text as id`.execute(database);
  return rows.map(({ id }) => id);
}

/** Changes the history as an owner could who switches its triggers off. */
export async function tamper(database: Database, statement: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql.raw(statement).execute(transaction);
  });
}
