import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endLessonOfArchived } from "#/features/lessons/end-lesson.ts";
import { endClassLogins } from "#/features/qr-login/end-class-logins.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { ReachableGroup } from "./group-for-account.ts";
import { archivePlayerGroup } from "./queries.ts";

/**
 * Archives a class within the transaction of another operation. Ends the badges and codes of all its students, what these opened, and the
 * running lesson. The caller of this function holds the group and has checked the right.
 */
export async function archiveGroupIn(transaction: Transaction<Tables>, caller: LoggedInCaller, group: ReachableGroup): Promise<void> {
  const details = await endClass(transaction, caller, group);
  await archivePlayerGroup(transaction, group.id);
  const about = { actorId: caller.session.accountId, targetId: group.id, organizationId: group.organizationId };
  await recordEvent(transaction, caller, { event: "player_group_archived", ...about, details });
}

/** Ends what the students of a class log in with, and its running lesson. Returns what the history says about it. */
export async function endClass(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  group: ReachableGroup,
): Promise<{ badges: number }> {
  const badges = await endClassLogins(transaction, caller, { group, chosen: "all" });
  await endLessonOfArchived(transaction, caller, group.id);
  return { badges };
}
