import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface DueNotice {
  id: string;
  client_id: string;
  family_id: string;
  attempts: number;
  /** The game's present address; null if it has none any more. */
  address: string | null;
  issued_at: number;
}

/** Longer than a request may take. Until then no other process claims the notice. */
const claimSeconds = 60;

/** Claims due notices by postponing their next try. If this process dies, another one sends them again. */
export async function claimDueNotices(database: Database, most: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    update logout_notices n set attempts = n.attempts + 1, send_after = now() + make_interval(secs => ${claimSeconds})
    from games g
    where g.id = n.game_id and n.id in (
      select id from logout_notices
      where send_after <= now() and expires_at > now() order by send_after limit ${most} for update skip locked
    )
    returning n.id, n.client_id, n.family_id, n.attempts, g.backchannel_logout_url as address,
      floor(extract(epoch from now()))::int as issued_at`.execute(database);
  return rows;
}

export async function removeNotice(database: Database, id: string): Promise<void> {
  await database.deleteFrom("logout_notices").where("id", "=", id).execute();
}

/** Postpones all notices of a client whose address fails, so that it does not keep others waiting. Varies the time by a quarter. */
export async function postponeNoticesOf(database: Database, clientId: string, seconds: number): Promise<void> {
  await sql`
    update logout_notices set send_after = now() + make_interval(secs => ${seconds} * (0.75 + random() / 2))
    where client_id = ${clientId}`.execute(database);
}
