import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";
import type { BadgeChoice } from "./void-badges.ts";

/**
 * The students of a group, or the one that is named, who log in by badge. Who looks after accounts takes that way away, and gives it back: to issue
 * something for it does not. Of a whole group those without it are left out. Refuses the one that is named with errors.loginTypeNotAllowed, and
 * with errors.notFound who is no student of the group.
 */
export async function studentsWithBadge(transaction: Transaction<Tables>, choice: BadgeChoice): Promise<StudentRow[]> {
  const { playerGroupId, studentUserId } = choice;
  const students = await listStudents(transaction, playerGroupId, studentUserId);
  const allowed = students.filter((student) => student.may_use_badge);
  if (studentUserId === undefined || allowed.length > 0) return allowed;
  throw new Refusal(students.length === 0 ? "errors.notFound" : "errors.loginTypeNotAllowed");
}
