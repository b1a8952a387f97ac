import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeBadge, newBadgeCode } from "./badge-code.ts";
import { insertBadge } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import { endBadges } from "./void-badges.ts";
import { studentsWithBadge } from "./students-with-badge.ts";
import type { BadgeChoice } from "./void-badges.ts";

/**
 * Issues new badges for one student or all students of a group that the caller may modify, valid until the school year ends.
 * Former badges end at once, with everything opened by them. An account that is not only a student of the group is refused as
 * not found. A student without the badge login type is refused with errors.loginTypeNotAllowed.
 */
export async function issueBadges(
  { database, vault, settings }: AppContext,
  caller: LoggedInCaller,
  choice: BadgeChoice,
): Promise<BadgeEntry[]> {
  const { accountId: createdBy } = caller.session;
  return database.transaction().execute(async (transaction) => {
    const group = await groupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    const students = await studentsWithBadge(transaction, choice);
    if (students.length === 0) return [];
    await endBadges(transaction, caller, { group, accountIds: students.map(({ id }) => id) });
    const badges: BadgeEntry[] = [];
    for (const student of students) {
      const { code, digest, sealedCode } = newBadgeCode(vault);
      const badge = { accountId: student.id, playerGroupId: group.id, digest, sealedCode, createdBy };
      const { expires_at: expiresAt } = await insertBadge(transaction, badge);
      await recordForStudents(transaction, caller, { event: "badge_issued", group, accountIds: [student.id] });
      badges.push(describeBadge(settings, { student, groupName: group.name, code, expiresAt }));
    }
    return badges;
  });
}
