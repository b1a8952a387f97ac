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

/** Ends what badges and one-time codes of students opened in the group's organization: sessions, waiting game codes, tokens. Answers whose. */
export async function endWhatWasOpened(transaction: Transaction<Tables>, { group, accountIds }: Opened): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const of = { accountIds, organizationId: group.organizationId };
  // Sessions first: a hand-over takes its session's row, so what it grants is there to be ended afterwards.
  return [...new Set([...(await endBadgeSessions(transaction, of)), ...(await endBadgeGrants(transaction, of))])];
}

/** The same for students who had nothing that could be voided, or no more: written down as the end of their sessions. */
export async function endOpenedWithout(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, accountIds }: Opened,
): Promise<void> {
  const ended = await endWhatWasOpened(transaction, { group, accountIds });
  await recordForStudents(transaction, caller, { event: "sessions_ended", group, accountIds: ended });
}
