import { sql } from "kysely";
import type { SupportViewEnd } from "@storyport/contract/support-views";
import type { Database } from "#/platform/database/connect.ts";

export interface NewView {
  accountId: string;
  administratorId: string;
  sessionDigest: Buffer;
  reason: string;
  minutes: number;
}

export async function insertView(database: Database, view: NewView): Promise<{ id: string; ends_at: Date }> {
  return database
    .insertInto("support_views")
    .values({
      account_id: view.accountId,
      administrator_id: view.administratorId,
      session_digest: view.sessionDigest,
      reason: view.reason,
      ends_at: sql<Date>`now() + make_interval(mins => ${view.minutes}::int)`,
    })
    .returning(["id", "ends_at"])
    .executeTakeFirstOrThrow();
}

export interface EndedView {
  id: string;
  account_id: string;
  /** Null if the administrator's row was deleted. */
  administrator_id: string | null;
  ended_because: SupportViewEnd;
}

/**
 * Why an open view `v` of an account `a` ends now; null if it goes on. A change of rights, such as a lost role, is no cause here. The view
 * then shows nothing (`findView`, `viewAs`), and its row ends by button, time or session.
 */
const cause = sql`case
  when v.ends_at <= now() then 'TIME'
  when not exists (
    select from sessions s where s.digest = v.session_digest and s.support_view_id = v.id and s.expires_at > now()
      and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
  ) then 'SESSION'
  when a.status <> 'ACTIVE' then 'ACCOUNT'
end`;

/** Ends an open view. If several calls race, exactly one gets it back. */
export async function endView(database: Database, viewId: string): Promise<EndedView | undefined> {
  const { rows } = await sql<EndedView>`
    update support_views v set ended_at = least(now(), v.ends_at), ended_because = coalesce(${cause}, 'BUTTON')
    from accounts a
    where v.id = ${viewId}::uuid and v.ended_at is null and a.id = v.account_id
    returning v.id, v.account_id, v.administrator_id, v.ended_because`.execute(database);
  return rows[0];
}

/**
 * Ends one view whose time, session or account has ended. Skips views that another process is ending. The choice is
 * materialized, because in a join PostgreSQL may evaluate the limit per row. Then it would end views that it does not return.
 */
export async function endNextOverdueView(database: Database): Promise<EndedView | undefined> {
  const { rows } = await sql<EndedView>`
    with due as materialized (
      select v.id, ${cause} as because from support_views v join accounts a on a.id = v.account_id
      where v.ended_at is null and ${cause} is not null
      order by v.ends_at limit 1 for update of v skip locked
    )
    update support_views v set ended_at = least(now(), v.ends_at), ended_because = due.because
    from due where v.id = due.id
    returning v.id, v.account_id, v.administrator_id, v.ended_because`.execute(database);
  return rows[0];
}

/** Returns the organization whose history tells of the view: the person's primary organization, otherwise the first that the person joined. */
export async function findHomeOrganization(database: Database, accountId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("organization_members")
    .select("organization_id")
    .where("account_id", "=", accountId)
    .orderBy("is_primary", "desc")
    .orderBy("joined_at")
    .orderBy("organization_id")
    .executeTakeFirst();
  return row?.organization_id;
}
