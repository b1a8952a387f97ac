import type { Transaction } from "kysely";
import { endBadgeSessions } from "#/features/sessions/end-badge-sessions.ts";
import { endBadgeGrants } from "#/features/tokens/end-badge-grants.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { StudentsGroup } from "./record-for-students.ts";

export interface Opened {
  group: StudentsGroup;
  accountIds: string[];
}

/**
 * Ends sessions, waiting game codes and tokens that students' badges and one-time codes opened in the group's organization.
 * Returns the accounts that had opened something.
 */
export async function endWhatWasOpened(transaction: Transaction<Tables>, { group, accountIds }: Opened): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const of = { accountIds, organizationId: group.organizationId };
  // End sessions first. A hand-over locks its session's row, so its grants exist by the time they are ended.
  return [...new Set([...(await endBadgeSessions(transaction, of)), ...(await endBadgeGrants(transaction, of))])];
}

/** Does the same for students without a live badge, and records it as the end of their sessions. */
export async function endOpenedWithoutBadge(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, accountIds }: Opened,
): Promise<void> {
  const ended = await endWhatWasOpened(transaction, { group, accountIds });
  await recordForStudents(transaction, caller, { event: "sessions_ended", group, accountIds: ended });
}
