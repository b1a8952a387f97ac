import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

/** How many minutes after a login the account's protection may be changed. */
const recentMinutes = 15;

/**
 * Guards changes of login types and the second factor. A passer-by at an open session must not be able to make them. Refuses
 * with `errors.loginTooOld`.
 */
export async function requireRecentLogin(database: Database, { digest }: Session): Promise<void> {
  const recent = await database
    .selectFrom("sessions")
    .select("digest")
    .where("digest", "=", digest)
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${recentMinutes}::int)`)
    .executeTakeFirst();
  if (recent === undefined) throw new Refusal("errors.loginTooOld");
}
