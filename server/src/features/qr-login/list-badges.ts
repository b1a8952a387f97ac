import type { BadgeHolder } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";

/**
 * Lists the students of a group that the caller may read, with the expiry of each badge and one-time code. Leaves out voided
 * and expired badges, and used or expired codes. Never returns the codes themselves. An archived group has its students too, but no badge of
 * it works. Refuses like `groupForAccount`.
 */
export async function listBadges({ database }: AppContext, { session }: LoggedInCaller, { playerGroupId }: { playerGroupId: string }) {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "READ", archivedToo: true });
  const students = await listStudents(database, group.id, "all");
  return {
    id: group.id,
    groupName: group.name,
    rightsType: group.level,
    students: students.map((student) => describeHolder(student, group)),
  };
}

function describeHolder(student: StudentRow, { isArchived }: Pick<ReachableGroup, "isArchived">): BadgeHolder {
  const { code_expires_at: codeExpiresAt } = student;
  const holder = {
    userId: student.id,
    displayName: student.display_name ?? "",
    playerId: student.player_id,
    mayUseBadge: student.may_use_badge,
  };
  if (isArchived) return holder;
  return {
    ...holder,
    ...describeLiveBadge(student),
    ...(codeExpiresAt === null ? {} : { oneTimeCode: { expiresAt: codeExpiresAt.toISOString() } }),
  };
}

function describeLiveBadge(student: StudentRow): Pick<BadgeHolder, "badge"> {
  const { badge_created_at: createdAt, badge_expires_at: expiresAt, badge_last_used_at: lastUsedAt } = student;
  if (createdAt === null || expiresAt === null) return {};
  const used = lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() };
  return { badge: { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), ...used } };
}
