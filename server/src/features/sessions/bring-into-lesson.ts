import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** A lesson that starts, and its class, whose students may have logged in already. */
export interface AtTheDoor {
  lessonId: string;
  organizationId: string;
  accountIds: readonly string[];
}

/** At a lesson's start, brings open sessions of badges and one-time codes into it, unless they belong to another lesson. */
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
