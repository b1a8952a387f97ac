import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

/**
 * Ends the sessions that students' badges and one-time codes began in an organization. Returns the account of each ended session.
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
    .returning("account_id")
    .execute();
  return ended.map(({ account_id }) => account_id);
}

/** Ends the sessions of a lesson. Returns the account of each ended session. */
export async function endSessionsOfLesson(transaction: Transaction<Tables>, lessonId: string): Promise<string[]> {
  const ended = await transaction.deleteFrom("sessions").where("lesson_id", "=", lessonId).returning("account_id").execute();
  return ended.map(({ account_id }) => account_id);
}

/** Ends a browser's session if it is a child's. The next child at the tablet must not find it. */
export async function endFormerBadgeSession(database: Database, digest: Buffer): Promise<void> {
  await database.deleteFrom("sessions").where("digest", "=", digest).where("login_type", "=", "QRCODE").execute();
}
