import type { Transaction } from "kysely";
import type { AtTheDoor } from "#/features/sessions/bring-into-lesson.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";

/**
 * At a lesson's start, gives its id to the class's waiting game codes of that school. Only codes from a badge or a one-time code count.
 * Codes of another lesson keep theirs (docs/decisions/0051).
 */
export async function bringCodesIntoLesson(
  transaction: Transaction<Tables>,
  { lessonId, organizationId, accountIds }: AtTheDoor,
): Promise<void> {
  if (accountIds.length === 0) return;
  await transaction
    .updateTable("game_codes")
    .set({ lesson_id: lessonId })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("lesson_id", "is", null)
    .where("consumed_at", "is", null)
    .where(isAhead("expires_at"))
    .execute();
}
