import type { Transaction } from "kysely";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { Chosen } from "./chosen-students.ts";
import { endOpenedWithoutBadge } from "./end-what-was-opened.ts";
import { listStudents, voidBadgesIn } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { StudentsGroup } from "./record-for-students.ts";
import { endBadges } from "./void-badges.ts";
import { endOneTimeCodes } from "./void-one-time-codes.ts";

/**
 * Ends the badges and unused one-time codes of a class or of some of its students. Ends everything that they opened. Returns
 * how many students lost a badge. Codes end first: a code that is used meanwhile opens a session, and sessions end
 * afterwards.
 */
export async function endClassLogins(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, chosen }: { group: StudentsGroup; chosen: Chosen },
): Promise<number> {
  await holdGroups(transaction, [group.id]);
  const students = chosen === "all" ? (await listStudents(transaction, group.id, "all")).map(({ id }) => id) : chosen;
  await endOneTimeCodes(transaction, caller, { group, chosen });
  const { live, expired } = await endBadges(transaction, caller, { group, chosen });
  const ended = new Set([...live, ...expired]);
  await endOpenedWithoutBadge(transaction, caller, { group, accountIds: students.filter((id) => !ended.has(id)) });
  return live.length;
}

/**
 * Voids the badges and unused one-time codes that an archived class still has, before it is restored. Otherwise they would work again:
 * earlier versions of the portal archived a class without ending them. An archived class logs no student in, so this ends no sessions.
 */
export async function voidLoginsOfArchived(transaction: Transaction<Tables>, caller: LoggedInCaller, group: StudentsGroup): Promise<void> {
  await endOneTimeCodes(transaction, caller, { group, chosen: "all" });
  const { live: accountIds } = await voidBadgesIn(transaction, group.id, "all");
  await recordForStudents(transaction, caller, { event: "badge_voided", group, accountIds });
}
