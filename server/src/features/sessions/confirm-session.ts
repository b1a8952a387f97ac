import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

/**
 * Notes that the user of a session has just confirmed the login. The caller of this function has checked the proof and locked
 * the session. Refuses with `errors.notLoggedIn` if the session is no full one, or a badge's: a child has nothing to confirm.
 */
export async function confirmSession(transaction: Transaction<Tables>, { digest }: Pick<Session, "digest">): Promise<void> {
  const confirmed = await transaction
    .updateTable("sessions")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("digest", "=", digest)
    .where("stage", "=", "FULL")
    .where("login_type", "<>", "QRCODE")
    .executeTakeFirst();
  if (confirmed.numUpdatedRows === 0n) throw new Refusal("errors.notLoggedIn");
}
