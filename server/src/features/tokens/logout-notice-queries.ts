import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface DueNotice {
  id: string;
  client_id: string;
  family_id: string;
  /** The game's present address; null if it has none any more. */
  address: string | null;
  issued_at: number;
}

/** Longer than a request may take. Until then no other process claims the notice. */
const claimSeconds = 60;

/**
 * Claims the longest waiting notices of one client by postponing their next try. If this process dies, another process sends them again.
 * Claims nothing for `busy`, the clients to which this process sends now. Claims no notice that is a day old (`expires_at`). Materialized:
 * in a join PostgreSQL may evaluate a limit per row and would claim more.
 */
export async function claimNotices(database: Database, { busy, most }: { busy: readonly string[]; most: number }): Promise<DueNotice[]> {
  const isDue = sql<boolean>`send_after <= now() and expires_at > now()`;
  const { rows } = await sql<DueNotice>`
    with due as materialized (
      select id from logout_notices
      where ${isDue} and client_id = (
        select client_id from logout_notices
        where ${isDue} and client_id <> all(${busy}::text[]) order by send_after limit 1 for update skip locked
      )
      order by send_after limit ${most} for update skip locked
    )
    update logout_notices n set attempts = n.attempts + 1, send_after = now() + make_interval(secs => ${claimSeconds})
    from due, games g where n.id = due.id and g.id = n.game_id
    returning n.id, n.client_id, n.family_id, g.backchannel_logout_url as address,
      floor(extract(epoch from now()))::int as issued_at`.execute(database);
  return rows;
}

/** Locks the rows in the order of their ids, so that two processes do not deadlock. */
export async function removeNotices(database: Database, ids: readonly string[]): Promise<void> {
  await sql`
    delete from logout_notices where id in (
      select id from logout_notices where id = any(${ids}::uuid[]) order by id for update
    )`.execute(database);
}

interface FailedNotices {
  client_id: string;
  ids: readonly string[];
}

/**
 * Postpones all notices of a client whose address fails, so that it does not keep others waiting. The wait is 5, 10, 20 ... 300 seconds,
 * varied by a quarter. It follows from the highest count of tries of the client's notices, and all of them take this count. A new notice
 * therefore does not shorten the wait. The next try of a notice that did not fail now never comes earlier. Skips rows that another process
 * is changing, to avoid deadlocks.
 */
export async function postponeNoticesOf(database: Database, { client_id: clientId, ids }: FailedNotices): Promise<void> {
  await sql`
    with tried as (select max(attempts) as most from logout_notices where client_id = ${clientId})
    update logout_notices n set
      attempts = tried.most,
      send_after = greatest(
        -- The claim of a failed notice ends with its answer.
        case when n.id = any(${ids}::uuid[]) then now() else n.send_after end,
        now() + make_interval(secs => least(300, 5 * power(2, least(tried.most - 1, 6))) * (0.75 + random() / 2))
      )
    from tried
    where n.id in (select id from logout_notices where client_id = ${clientId} order by id for update skip locked)`.execute(database);
}
