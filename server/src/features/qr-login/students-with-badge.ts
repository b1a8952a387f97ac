import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";
import type { BadgeChoice } from "./void-badges.ts";

/**
 * Returns the students of a group, or the given one, who have the badge login type. Managers of accounts remove and restore
 * this type; issuing a badge does not restore it. A whole group leaves out students without it. Refuses a given student without
 * it with errors.loginTypeNotAllowed, and an account that is no student of the group with errors.notFound.
 */
export async function studentsWithBadge(transaction: Transaction<Tables>, choice: BadgeChoice): Promise<StudentRow[]> {
  const { playerGroupId, studentUserId } = choice;
  const students = await listStudents(transaction, playerGroupId, studentUserId);
  const allowed = students.filter((student) => student.may_use_badge);
  if (studentUserId === undefined || allowed.length > 0) return allowed;
  throw new Refusal(students.length === 0 ? "errors.notFound" : "errors.loginTypeNotAllowed");
}
