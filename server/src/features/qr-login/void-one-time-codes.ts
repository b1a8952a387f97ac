import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { chosenStudents } from "./chosen-students.ts";
import type { BadgeChoice, Chosen } from "./chosen-students.ts";
import { endOpenedWithoutBadge } from "./end-what-was-opened.ts";
import { listStudents, voidLiveCodes } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { StudentsGroup } from "./record-for-students.ts";
import { requireAllFound } from "./void-badges.ts";

/**
 * Voids the unused one-time codes of given students or a whole group. One reason is a lost paper with codes. Needs PLAY, as issuing does.
 * Badges stay valid. For given students it also ends what is open, since the code may have been used. For a whole class open sessions
 * continue. Refuses a group like `holdGroupForAccount`, and given students like `requireAllFound`.
 */
export async function voidOneTimeCodes({ database }: AppContext, caller: LoggedInCaller, choice: BadgeChoice): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "PLAY" });
    const chosen = chosenStudents(choice);
    const voided = await endOneTimeCodes(transaction, caller, { group, chosen });
    if (chosen === "all") return;
    const students = (await listStudents(transaction, group.id, chosen)).map(({ id }) => id);
    await requireAllFound(transaction, { groupId: group.id, chosen, students });
    // A student who has left the class may still have had a code of it.
    await endOpenedWithoutBadge(transaction, caller, { group, accountIds: [...new Set([...voided, ...students])] });
  });
}

/** Locks the group, ends all its unused codes or only given students' codes, and records that. Returns the accounts that had a code. */
export async function endOneTimeCodes(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, chosen }: { group: StudentsGroup; chosen: Chosen },
): Promise<string[]> {
  await holdGroups(transaction, [group.id]);
  const voided = await voidLiveCodes(transaction, { groupId: group.id, chosen });
  await recordForStudents(transaction, caller, { event: "one_time_code_voided", group, accountIds: voided });
  return voided;
}
