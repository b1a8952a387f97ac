import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { chosenStudents, requireRecentForSeveral } from "./chosen-students.ts";
import type { BadgeChoice, Chosen } from "./chosen-students.ts";
import { endOpenedWithoutBadge, endWhatWasOpened } from "./end-what-was-opened.ts";
import { listFormerHolders } from "./former-holders.ts";
import { listStudents, voidBadgesIn, voidLiveCodes } from "./queries.ts";
import type { VoidedBadges } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { StudentsGroup } from "./record-for-students.ts";

/**
 * Voids the badges of given students or a whole group. Ends their sessions, waiting game codes and tokens at once. Includes
 * students who logged in by a one-time code without a badge. More than one student needs a recent login (errors.loginTooOld). Refuses a
 * group like `holdGroupForAccount`, and given students like `requireAllFound`.
 */
export async function voidBadges({ database }: AppContext, caller: LoggedInCaller, choice: BadgeChoice): Promise<void> {
  await requireRecentForSeveral(database, caller, choice);
  await database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    const chosen = chosenStudents(choice);
    const { live, expired } = await endBadges(transaction, caller, { group, chosen });
    const voided = [...live, ...expired];
    const students = (await listStudents(transaction, group.id, chosen)).map(({ id }) => id);
    await requireAllFound(transaction, { groupId: group.id, chosen, students });
    await endOpenedWithoutBadge(transaction, caller, { group, accountIds: students.filter((id) => !voided.includes(id)) });
  });
}

interface ChosenInGroup {
  groupId: string;
  chosen: Chosen;
  /** The chosen students of the group. */
  students: readonly string[];
}

/**
 * Refuses as not found a given account that is no student of the group, and never had its badge or code. A student who has just left
 * passes. A page may still show the student, and must not fail to void the lost badges of the others.
 */
export async function requireAllFound(transaction: Transaction<Tables>, { groupId, chosen, students }: ChosenInGroup): Promise<void> {
  if (chosen === "all") return;
  const others = chosen.filter((id) => !students.includes(id));
  if (others.length === 0) return;
  const former = await listFormerHolders(transaction, groupId, others);
  if (former.length < others.length) throw new Refusal("errors.notFound");
}

/**
 * Voids all badges and unused codes of an account in every group. The caller of this function holds the account, takes its login type
 * QRCODE away, and ends what they opened.
 */
export async function voidBadgesAndCodesOf(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await transaction
    .updateTable("badges")
    .set({ voided_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("voided_at", "is", null)
    .execute();
  await voidLiveCodes(transaction, { chosen: [accountId] });
}

/**
 * Voids badges and ends everything opened by them. Returns the accounts whose badges were live, and those whose badges had expired. A badge
 * that had expired is not recorded as voided, because it had ended by itself. Locks the group, which `endStudentLogins` has not done.
 */
export async function endBadges(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, chosen }: { group: StudentsGroup; chosen: Chosen },
): Promise<VoidedBadges> {
  await holdGroups(transaction, [group.id]);
  const voided = await voidBadgesIn(transaction, group.id, chosen);
  const { live, expired } = voided;
  await endWhatWasOpened(transaction, { group, accountIds: live });
  await recordForStudents(transaction, caller, { event: "badge_voided", group, accountIds: live });
  await endOpenedWithoutBadge(transaction, caller, { group, accountIds: expired });
  return voided;
}
