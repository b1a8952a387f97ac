import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeBadge, openBadgeCode } from "./badge-code.ts";
import { chosenStudents, requireRecentForSeveral } from "./chosen-students.ts";
import type { BadgeChoice } from "./chosen-students.ts";
import type { WithoutBadges } from "./issue-badges.ts";
import { listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";

/**
 * Returns the live badges again unchanged, because a lost print is no reason to void badges in use. Leaves out badges that another key
 * sealed. Records the reprint. Needs MODIFY on the group, and a recent login for more than a single student (errors.loginTooOld). Refuses
 * with errors.notFound a given account outside the group's students, and given students who all lack a printable badge. Refuses a group
 * like `holdGroupForAccount`.
 */
export async function reprintBadges(context: AppContext, caller: LoggedInCaller, choice: BadgeChoice): Promise<BadgeEntry[]> {
  await requireRecentForSeveral(context.database, caller, choice);
  const chosen = chosenStudents(choice);
  return context.database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    const students = await listStudents(transaction, group.id, chosen);
    if (chosen !== "all" && students.length < chosen.length) throw new Refusal("errors.notFound");
    const badges = await printAgain(context, transaction, { caller, group, students });
    if (chosen !== "all" && badges.length === 0) throw new Refusal("errors.notFound");
    return badges;
  });
}

type Class = Pick<WithoutBadges, "caller" | "group">;

/** Reprints the badges of the given accounts that are students of a group. The caller of this function has checked the rights. */
export async function reprintBadgesOf(
  context: Pick<AppContext, "vault" | "settings">,
  transaction: Transaction<Tables>,
  { caller, group, accountIds }: Class & { accountIds: readonly string[] },
): Promise<BadgeEntry[]> {
  const students = await listStudents(transaction, group.id, accountIds);
  return printAgain(context, transaction, { caller, group, students });
}

/** Leaves out students without a live badge, and badges that another key sealed. */
async function printAgain(
  { vault, settings }: Pick<AppContext, "vault" | "settings">,
  transaction: Transaction<Tables>,
  { caller, group, students }: Class & { students: readonly StudentRow[] },
): Promise<BadgeEntry[]> {
  const badges = students.flatMap((student) => {
    const { sealed_code: sealed, badge_expires_at: expiresAt } = student;
    const code = sealed === null ? undefined : openBadgeCode(vault, sealed);
    return code === undefined || expiresAt === null ? [] : [describeBadge(settings, { student, groupName: group.name, code, expiresAt })];
  });
  await recordForStudents(transaction, caller, { event: "badge_reprinted", group, accountIds: badges.map(({ userId }) => userId) });
  return badges;
}
