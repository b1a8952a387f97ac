import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import type { Tables } from "#/platform/database/tables.ts";

/**
 * Why a token family ended. Its owner reads it in the export of personal data. ACCOUNT: the account, a membership, a way to log in or a badge
 * changed, or an administrator ended it. PASSWORD: a new password. LESSON: the lesson ended, or the child moved to another device in it.
 * LOGOUT: the owner or a new login ended it. CLIENT: the game gave it back. REUSE, CODE_REPLAY: two clients had one secret.
 */
export type EndReason = NonNullable<Tables["token_families"]["revoked_because"]>;

/**
 * Whether a game code, seat or token family lived until now, or until the time of its lesson was over. The job that ends lessons by their
 * time may be late.
 */
export const wasAlive = sql<boolean>`
  opened.expires_at >= least(now(), (select l.ends_at from lessons l where l.id = opened.lesson_id))`;

/**
 * Ends the waiting game codes and the token families that fit `which`, a condition on a row named `opened`. Ends codes first, because a
 * code can become a family. Redeeming a code locks its row, so a family in creation exists by the time families are revoked. Returns
 * the accounts that lost something; an account may appear several times.
 */
export async function endGrants(database: Database, which: RawBuilder<boolean>, because: EndReason): Promise<string[]> {
  // A redemption that began before this transaction compares with its own, earlier now().
  const { rows: codes } = await sql<{ account_id: string }>`
    update game_codes opened set expires_at = '-infinity'
    where ${which} and opened.consumed_at is null and ${isAhead("opened.expires_at")}
    returning opened.account_id`.execute(database);
  const { rows: families } = await sql<{ account_id: string; was_alive: boolean }>`
    update token_families opened set revoked_at = now(), revoked_because = ${because}
    where ${which} and opened.revoked_at is null
    returning opened.account_id, ${wasAlive} as was_alive`.execute(database);
  return [...codes, ...families.filter(({ was_alive }) => was_alive)].map(({ account_id }) => account_id);
}
