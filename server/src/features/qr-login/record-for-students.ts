import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { AuditEventName } from "#/features/audit/record-event.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** The group that owns the students' badges and codes. */
export type StudentsGroup = Pick<ReachableGroup, "id" | "organizationId">;

/** Records one event per student about the badges or codes of a group. */
export async function recordForStudents(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { event, group, accountIds }: { event: AuditEventName; group: StudentsGroup; accountIds: readonly string[] },
): Promise<void> {
  const about = { event, actorId: caller.session.accountId, organizationId: group.organizationId, details: { playerGroupId: group.id } };
  await recordEvents(
    transaction,
    caller,
    accountIds.map((targetId) => ({ ...about, targetId })),
  );
}
