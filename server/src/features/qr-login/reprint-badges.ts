import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeBadge, openBadgeCode } from "./badge-code.ts";
import { listStudents } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import type { BadgeChoice } from "./void-badges.ts";

/** Returns the live badges again unchanged, because a lost print is no reason to void badges in use. Records the reprint. */
export async function reprintBadges(
  { database, vault, settings }: AppContext,
  caller: LoggedInCaller,
  choice: BadgeChoice,
): Promise<BadgeEntry[]> {
  const group = await groupForAccount(database, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
  const students = await listStudents(database, group.id, choice.studentUserId);
  const badges = students.flatMap((student) => {
    const { sealed_code: sealed, badge_expires_at: expiresAt } = student;
    const code = sealed === null ? undefined : openBadgeCode(vault, sealed);
    return code === undefined || expiresAt === null ? [] : [describeBadge(settings, { student, groupName: group.name, code, expiresAt })];
  });
  if (choice.studentUserId !== undefined && badges.length === 0) throw new Refusal("errors.notFound");
  await database.transaction().execute(async (transaction) => {
    const accountIds = badges.map(({ userId }) => userId);
    await recordForStudents(transaction, caller, { event: "badge_reprinted", group, accountIds });
  });
  return badges;
}
