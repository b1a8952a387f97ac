/**
 * Time in tests. What rows decide is decided by the database's now(), so the clock is not turned: everything that is
 * written down is made older. The process's own clock (signatures) goes forward by the same amount.
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
    group by table_name`.execute(database);
  await database.transaction().execute(async (transaction) => {
    // History is append only; growing older is the one change it takes, and only here.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { table_name, columns } of rows) {
      const set = columns.map((column) => `${column} = ${column} - make_interval(secs => ${seconds})`).join(", ");
      await sql.raw(`update ${table_name} set ${set}`).execute(transaction);
    }
    // The one time that is written down as a number: that of the last code of an authenticator app.
    await sql`update second_factors set last_used_step = greatest(0, last_used_step - ${Math.floor(seconds / 30)}::int)`.execute(
      transaction,
    );
  });
}
