import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

/** How long after logging in somebody may change what protects the account. */
const recentMinutes = 15;

/**
 * For what protects the account itself: its ways of logging in and its second factor. An open session somebody walked up to must
 * not be enough. Refuses with `errors.loginTooOld`.
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
