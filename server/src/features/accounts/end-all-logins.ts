import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { operator } from "#/platform/http/caller.ts";
import { isLiveLink } from "#/features/links/live-link.ts";
import { isLiveSession } from "#/features/sessions/live-session.ts";
import { recordEvent } from "#/features/audit/record-event.ts";

/** Counts what was valid until then. What was used or had expired is not counted. It is deleted too, except transfers. */
export interface EndedLogins {
  sessions: number;
  tokenFamilies: number;
  /** Game codes, device codes and one-time codes. */
  codes: number;
  /** Mailed links, proposed addresses and open transfers. */
  links: number;
}

/**
 * Ends every session, token family, code and started login, and each mailed link but invitations. Also ends each proposed address
 * and each open transfer. For a restored backup: what was used, refused or ended since is valid in it again. Invitations stay,
 * because their owners may not know that they can ask for another link. docs/operating.md (Backup) says what else stays, and why.
 * Lifts the role's time limit of statements, which a deletion of some million sessions would exceed.
 */
export async function endAllLogins(database: Database): Promise<EndedLogins> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const sessions = await endAll(transaction, sql`delete from sessions`, isLiveSession);
    // Logins that have begun and not ended let no user in, so they are not counted.
    await transaction.deleteFrom("login_transactions").execute();
    await transaction.deleteFrom("passkey_challenges").execute();
    await transaction.deleteFrom("game_consents").execute();
    const codes =
      (await endAll(transaction, sql`delete from game_codes`, sql`consumed_at is null and expires_at > now()`)) +
      (await endAll(transaction, sql`delete from device_codes`, sql`consumed_at is null and refused_at is null and expires_at > now()`)) +
      (await endAll(transaction, sql`delete from one_time_codes`, sql`used_at is null and expires_at > now()`));
    const tokenFamilies = await endAll(transaction, sql`delete from token_families`, sql`revoked_at is null and expires_at > now()`);
    const links =
      (await endAll(transaction, sql`delete from account_links where purpose <> 'ACTIVATION'`, isLiveLink)) +
      (await endAll(transaction, sql`delete from email_proposals`, sql`expires_at > now()`)) +
      (await withdrawTransfers(transaction));
    const ended = { sessions, tokenFamilies, codes, links };
    await recordEvent(transaction, operator, { event: "all_logins_ended", details: { ...ended } });
    return ended;
  });
}

/** Keeps the rows, because the school's list of transfers shows them. */
async function withdrawTransfers(transaction: Transaction<Tables>): Promise<number> {
  const withdrawn = await transaction
    .updateTable("transfers")
    .set({ ended_at: sql<Date>`now()`, ended_as: "WITHDRAWN" })
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(withdrawn.numUpdatedRows);
}

/** Runs the deletion. Returns how many of its rows were live, because the command and the history tell what ended now. */
async function endAll(transaction: Transaction<Tables>, deletion: RawBuilder<unknown>, isLive: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with gone as (${deletion} returning ${isLive} as is_live)
    select count(*) filter (where is_live)::float8 as ended from gone`.execute(transaction);
  return rows[0]?.ended ?? 0;
}
