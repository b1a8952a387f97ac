import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { provenTime } from "./is-proven-since.ts";

/** How many minutes after the owner's last proof a guarded action is allowed. Feide may have asked for that proof a day before the login. */
const recentMinutes = 15;

/**
 * Guards dangerous actions, listed in docs/flows/confirmations.md. A passer-by at an open session must not be able to do them. Refuses
 * with `errors.loginTooOld` until the user has confirmed the login, and with `errors.notLoggedIn` if the session has ended meanwhile.
 * Call it before anything is written, because the page repeats the refused call after the confirmation.
 */
export async function requireRecentLogin(database: Database, { digest }: Pick<Session, "digest">): Promise<void> {
  const session = await database
    .selectFrom("sessions")
    .select(sql<boolean>`${provenTime} > now() - make_interval(mins => ${recentMinutes}::int)`.as("isRecent"))
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (session === undefined) throw new Refusal("errors.notLoggedIn");
  if (!session.isRecent) throw new Refusal("errors.loginTooOld");
}
