import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { operator } from "#/platform/http/caller.ts";
import { recordEvent } from "#/features/audit/record-event.ts";

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
    const sessions = count(await transaction.deleteFrom("sessions").executeTakeFirst());
    await transaction.deleteFrom("login_transactions").execute();
    await transaction.deleteFrom("passkey_challenges").execute();
    await transaction.deleteFrom("game_consents").execute();
    const codes =
      count(await transaction.deleteFrom("game_codes").executeTakeFirst()) +
      count(await transaction.deleteFrom("device_codes").executeTakeFirst()) +
      count(await transaction.deleteFrom("one_time_codes").executeTakeFirst());
    const tokenFamilies = count(await transaction.deleteFrom("token_families").executeTakeFirst());
    const links =
      count(await transaction.deleteFrom("account_links").where("purpose", "<>", "ACTIVATION").executeTakeFirst()) +
      count(await transaction.deleteFrom("email_proposals").executeTakeFirst()) +
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

function count({ numDeletedRows }: { numDeletedRows: bigint }): number {
  return Number(numDeletedRows);
}
