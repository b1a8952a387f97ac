/**
 * Time travel in tests. Rows are judged by the database's now(), so travel makes all stored times older. The process's own
 * clock (signatures) moves forward by the same amount.
 */
import { sql } from "kysely";
import type { Clock } from "#/platform/clock.ts";
import type { Database } from "#/platform/database/connect.ts";

export interface FakeClock extends Clock {
  /** Lets time pass. */
  travel(seconds: number): Promise<void>;
}

export function createFakeClock(database: Database): FakeClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    async travel(seconds) {
      offset += seconds * 1000;
      await makeOlder(database, seconds);
    },
  };
}

async function makeOlder(database: Database, seconds: number): Promise<void> {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, json_agg(column_name) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and not exists (select from pg_class c where c.oid = format('public.%I', table_name)::regclass and c.relispartition)
    group by table_name`.execute(database);
  await database.transaction().execute(async (transaction) => {
    // The history is append only. Making it older is the only change, and only tests do it.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { table_name, columns } of rows) {
      const set = columns.map((column) => `${column} = ${column} - make_interval(secs => ${seconds})`).join(", ");
      await sql.raw(`update ${table_name} set ${set}`).execute(transaction);
    }
    // The only time stored as a number: the last step of an authenticator app.
    await sql`update second_factors set last_used_step = greatest(0, last_used_step - ${Math.floor(seconds / 30)}::int)`.execute(
      transaction,
    );
  });
}
