import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeBadge, newBadgeCode } from "./badge-code.ts";
import type { PrintedBadge } from "./badge-code.ts";
import { chosenStudents, requireRecentForSeveral } from "./chosen-students.ts";
import type { BadgeChoice } from "./chosen-students.ts";
import { insertBadges } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import { endBadges } from "./void-badges.ts";
import { studentsWithBadge } from "./students-with-badge.ts";

/**
 * Issues new badges for given students or all students of a group that the caller may modify. They are valid until the school
 * year ends. Former badges end at once, with everything opened by them. An account that is not only a student of the group is
 * refused as not found. A student without the badge login type is refused with errors.loginTypeNotAllowed.
 * Badges of more than one student, or of all, need a recent login (errors.loginTooOld). Refuses a group like `holdGroupForAccount`.
 */
export async function issueBadges(context: AppContext, caller: LoggedInCaller, choice: BadgeChoice): Promise<BadgeEntry[]> {
  await requireRecentForSeveral(context.database, caller, choice);
  return context.database.transaction().execute(async (transaction) => {
    // Lock the group before reading the students: a student who is erased meanwhile must not get a badge.
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    const students = await studentsWithBadge(transaction, group.id, chosenStudents(choice));
    if (students.length === 0) return [];
    await endBadges(transaction, caller, { group, chosen: students.map(({ id }) => id) });
    return issueFirstBadges(context, transaction, { caller, group, students });
  });
}

export interface WithoutBadges {
  caller: LoggedInCaller;
  group: Pick<ReachableGroup, "id" | "name" | "organizationId">;
  students: readonly PrintedBadge["student"][];
}

/**
 * Issues badges for students of a group who have no badge there; the list is not empty. The caller of this function has checked the rights
 * and holds the group.
 */
export async function issueFirstBadges(
  { vault, settings }: Pick<AppContext, "vault" | "settings">,
  transaction: Transaction<Tables>,
  { caller, group, students }: WithoutBadges,
): Promise<BadgeEntry[]> {
  const issued = students.map((student) => ({ student, ...newBadgeCode(vault) }));
  const shared = { playerGroupId: group.id, createdBy: caller.session.accountId };
  const { expires_at: expiresAt } = await insertBadges(
    transaction,
    issued.map(({ student, digest, sealedCode }) => ({ ...shared, accountId: student.id, digest, sealedCode })),
  );
  await recordForStudents(transaction, caller, { event: "badge_issued", group, accountIds: students.map(({ id }) => id) });
  return issued.map(({ student, code }) => describeBadge(settings, { student, groupName: group.name, code, expiresAt }));
}
