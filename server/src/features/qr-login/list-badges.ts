import type { BadgeHolder } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";

/** The students of a group that one may read, and until when the badge of each is valid; never what is on it. */
export async function listBadges({ database }: AppContext, { session }: LoggedInCaller, { playerGroupId }: { playerGroupId: string }) {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "READ" });
  const students = await listStudents(database, group.id, undefined);
  return { id: group.id, groupName: group.name, mayModify: group.mayModify, students: students.map(describeHolder) };
}

function describeHolder(student: StudentRow): BadgeHolder {
  const { badge_created_at: createdAt, badge_expires_at: expiresAt, badge_last_used_at: lastUsedAt } = student;
  const holder = { userId: student.id, displayName: student.display_name ?? "" };
  if (createdAt === null || expiresAt === null) return holder;
  const used = lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() };
  return { ...holder, badge: { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), ...used } };
}
