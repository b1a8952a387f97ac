import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** Whether a session was open until now, or until the time of its lesson was over. The job that ends lessons by their time may be late. */
const wasOpen = sql<boolean>`least(sessions.expires_at, sessions.last_seen_at + make_interval(secs => sessions.idle_seconds))
  >= least(now(), (select l.ends_at from lessons l where l.id = sessions.lesson_id))`.as("was_open");

/**
 * Ends the sessions that students' badges and one-time codes began in an organization. Returns the account of each open session.
 * `accountIds` must not be empty.
 */
export async function endBadgeSessions(
  transaction: Transaction<Tables>,
  { accountIds, organizationId }: { accountIds: string[]; organizationId: string },
): Promise<string[]> {
  const ended = await transaction
    .deleteFrom("sessions")
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .returning(["account_id", wasOpen])
    .execute();
  return ended.filter(({ was_open }) => was_open).map(({ account_id }) => account_id);
}

/** Ends the sessions of a lesson. Returns the account of each open session. */
export async function endSessionsOfLesson(transaction: Transaction<Tables>, lessonId: string): Promise<string[]> {
  const ended = await transaction.deleteFrom("sessions").where("lesson_id", "=", lessonId).returning(["account_id", wasOpen]).execute();
  return ended.filter(({ was_open }) => was_open).map(({ account_id }) => account_id);
}

/** Ends a browser's session if it is a child's. The next child at the tablet must not find it. */
export async function endFormerBadgeSession(database: Database, digest: Buffer): Promise<void> {
  await database.deleteFrom("sessions").where("digest", "=", digest).where("login_type", "=", "QRCODE").execute();
}
