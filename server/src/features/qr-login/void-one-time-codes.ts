import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endOpenedWithout } from "./end-what-was-opened.ts";
import { listStudents, lockGroup, voidLiveCodes } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { StudentsGroup } from "./record-for-students.ts";
import type { BadgeChoice } from "./void-badges.ts";

/**
 * Voids the unused one-time codes of one student or a whole group, for example after a lost note. Badges stay valid. For one
 * student it also ends what is open, since the code may have been used; for a class open sessions continue. Refuses a student
 * outside the group as not found.
 */
export async function voidOneTimeCodes({ database }: AppContext, caller: LoggedInCaller, choice: BadgeChoice): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const group = await groupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    const voided = await endOneTimeCodes(transaction, caller, { group, accountId: choice.studentUserId });
    if (choice.studentUserId === undefined) return;
    const students = await listStudents(transaction, group.id, choice.studentUserId);
    if (voided.length + students.length === 0) throw new Refusal("errors.notFound");
    await endOpenedWithout(transaction, caller, { group, accountIds: [choice.studentUserId] });
  });
}

/** Ends the unused codes of a group, or of one student in it. Returns the accounts. */
export async function endOneTimeCodes(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, accountId }: { group: StudentsGroup; accountId: string | undefined },
): Promise<string[]> {
  await lockGroup(transaction, group.id);
  const voided = await voidLiveCodes(transaction, group.id, accountId);
  await recordForStudents(transaction, caller, { event: "one_time_code_voided", group, accountIds: voided });
  return voided;
}
