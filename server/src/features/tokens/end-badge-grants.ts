import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { refuseSeats } from "./device-code-queries.ts";
import { endGrants } from "./end-grants.ts";

/**
 * Ends the waiting game codes, seats and token families that students' badges and one-time codes opened in an organization. Returns the
 * accounts that lost something; an account may appear several times.
 */
export async function endBadgeGrants(
  transaction: Transaction<Tables>,
  { accountIds, organizationId }: { accountIds: string[]; organizationId: string },
): Promise<string[]> {
  // A seat can become a family, so seats end first.
  const seated = await refuseSeats(transaction, { accountIds, organizationId });
  const byBadge = sql<boolean>`opened.account_id = any(${accountIds}::uuid[]) and opened.organization_id = ${organizationId}::uuid
    and opened.login_type = 'QRCODE'`;
  return [...seated, ...(await endGrants(transaction, byBadge, "ACCOUNT"))];
}

export interface OfLesson {
  lessonId: string;
  /** Only what this child opened; all children if omitted. */
  accountId?: string;
}

/**
 * Ends the waiting game codes, the seats and the token families of a lesson. Returns the accounts that lost something; an account may
 * appear several times.
 */
export async function endGrantsOfLesson(transaction: Transaction<Tables>, { lessonId, accountId }: OfLesson): Promise<string[]> {
  const seated = await refuseSeats(transaction, { lessonId, ...(accountId !== undefined && { accountIds: [accountId] }) });
  const ofLesson = sql<boolean>`opened.lesson_id = ${lessonId}::uuid
    and (${accountId ?? null}::uuid is null or opened.account_id = ${accountId ?? null}::uuid)`;
  return [...seated, ...(await endGrants(transaction, ofLesson, "LESSON"))];
}
