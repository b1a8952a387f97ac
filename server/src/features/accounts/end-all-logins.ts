import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { operator } from "#/platform/http/caller.ts";
import { recordEvent } from "#/features/audit/record-event.ts";

/** What was valid until then. What was used or had expired is deleted too, and not counted. */
export interface EndedLogins {
  sessions: number;
  tokenFamilies: number;
  /** Game codes, device codes and one-time codes. */
  codes: number;
  /** Mailed links, proposed addresses and open transfers. */
  links: number;
}

/**
 * Ends every session, token family, code and started login, each mailed link but invitations, each proposed address, and each open
 * transfer. For a restored backup: what was used, refused or ended since is valid in it again. Invitations stay, because an account
 * that is not activated has no other way in.
 */
export async function endAllLogins(database: Database): Promise<EndedLogins> {
  return database.transaction().execute(async (transaction) => {
    const sessions = await endAll(transaction, "sessions", {
      isLive: sql`least(expires_at, last_seen_at + make_interval(secs => idle_seconds)) > now()`,
    });
    await transaction.deleteFrom("login_transactions").execute();
    await transaction.deleteFrom("passkey_challenges").execute();
    await transaction.deleteFrom("game_consents").execute();
    const codes =
      (await endAll(transaction, "game_codes", { isLive: sql`consumed_at is null and expires_at > now()` })) +
      (await endAll(transaction, "device_codes", { isLive: sql`consumed_at is null and refused_at is null and expires_at > now()` })) +
      (await endAll(transaction, "one_time_codes", { isLive: sql`used_at is null and expires_at > now()` }));
    const tokenFamilies = await endAll(transaction, "token_families", { isLive: sql`revoked_at is null and expires_at > now()` });
    const links =
      (await endAll(transaction, "account_links", { isLive: isLiveLink, only: sql`purpose <> 'ACTIVATION'` })) +
      (await endAll(transaction, "email_proposals", { isLive: sql`expires_at > now()` })) +
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

type EndedTable = "sessions" | "game_codes" | "device_codes" | "one_time_codes" | "token_families" | "account_links" | "email_proposals";

const isLiveLink = sql`used_at is null and replaced_at is null and expires_at > now() and failed_attempts < 5`;

interface Ending {
  /** Whether a row still counts as a login, a code or a link. */
  isLive: RawBuilder<unknown>;
  only?: RawBuilder<unknown>;
}

/** Deletes the rows. Returns how many of them were live, because the command and the history tell what ended now. */
async function endAll(transaction: Transaction<Tables>, table: EndedTable, { isLive, only = sql`true` }: Ending): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with gone as (delete from ${sql.table(table)} where ${only} returning ${isLive} as is_live)
    select count(*) filter (where is_live)::float8 as ended from gone`.execute(transaction);
  return rows[0]?.ended ?? 0;
}
