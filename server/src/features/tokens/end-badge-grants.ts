import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { refuseSeats } from "./device-code-queries.ts";

/**
 * Ends the waiting game codes, seats and token families that students' badges and one-time codes opened in an organization. Returns the
 * accounts that lost something; an account may appear several times.
 */
export async function endBadgeGrants(
  transaction: Transaction<Tables>,
  { accountIds, organizationId }: { accountIds: string[]; organizationId: string },
): Promise<string[]> {
  // End codes first. Redeeming one locks its row, so a family in creation exists by the time families are revoked.
  const codes = await transaction
    .updateTable("game_codes")
    // A redemption that began before this transaction compares with its own, earlier now().
    .set({ expires_at: sql<Date>`'-infinity'` })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("account_id")
    .execute();
  const seats = await refuseSeats(transaction, { accountIds, organizationId });
  const families = await transaction
    .updateTable("token_families")
    .set({ revoked_at: sql<Date>`now()`, revoked_because: "ACCOUNT" })
    .where("account_id", "in", accountIds)
    .where("organization_id", "=", organizationId)
    .where("login_type", "=", "QRCODE")
    .where("revoked_at", "is", null)
    .returning("account_id")
    .execute();
  return [...[...codes, ...families].map(({ account_id }) => account_id), ...seats];
}

export interface OfLesson {
  lessonId: string;
  /** Only what this child opened; all children if omitted. */
  accountId?: string;
}

/**
 * Ends the waiting game codes, the seats and the token families of a lesson. Ends codes first, because a code can become a family. Returns
 * the accounts.
 */
export async function endGrantsOfLesson(transaction: Transaction<Tables>, { lessonId, accountId }: OfLesson): Promise<string[]> {
  const isOfChild = sql<boolean>`${accountId ?? null}::uuid is null or account_id = ${accountId ?? null}::uuid`;
  const codes = await transaction
    .updateTable("game_codes")
    // A redemption that began before this transaction compares with its own, earlier now().
    .set({ expires_at: sql<Date>`'-infinity'` })
    .where("lesson_id", "=", lessonId)
    .where(isOfChild)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("account_id")
    .execute();
  const seats = await refuseSeats(transaction, { lessonId, ...(accountId !== undefined && { accountIds: [accountId] }) });
  const families = await transaction
    .updateTable("token_families")
    .set({ revoked_at: sql<Date>`now()`, revoked_because: "LESSON" })
    .where("lesson_id", "=", lessonId)
    .where(isOfChild)
    .where("revoked_at", "is", null)
    .returning("account_id")
    .execute();
  return [...[...codes, ...families].map(({ account_id }) => account_id), ...seats];
}
