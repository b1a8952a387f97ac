import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

export interface AtTheDoor {
  lessonId: string;
  organizationId: string;
  accountIds: readonly string[];
}

/** Brings the open sessions of badges and one-time codes in an organization into a lesson, unless they belong to another one. */
export async function bringSessionsIntoLesson(
  transaction: Transaction<Tables>,
  { lessonId, organizationId, accountIds }: AtTheDoor,
): Promise<void> {
  if (accountIds.length === 0) return;
  await transaction
    .updateTable("sessions")
    .set({ lesson_id: lessonId })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("lesson_id", "is", null)
    .execute();
}
