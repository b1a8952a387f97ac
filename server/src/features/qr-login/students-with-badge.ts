import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Chosen } from "./chosen-students.ts";
import { holdAccountsIn, listStudents } from "./queries.ts";
import type { StudentRow } from "./queries.ts";

/**
 * Returns the students of a group, or the given students, who have the badge login type. Managers of accounts remove and restore
 * this type; issuing a badge does not restore it. A whole group leaves out students without it. Refuses a given student without
 * it with errors.loginTypeNotAllowed, and an account that is no student of the group with errors.notFound. The caller of this
 * function holds the group. Locks the accounts, so that an end of the badge login runs before, or finds what is issued.
 */
export async function studentsWithBadge(transaction: Transaction<Tables>, groupId: string, chosen: Chosen): Promise<StudentRow[]> {
  await holdAccountsIn(transaction, groupId, chosen);
  const students = await listStudents(transaction, groupId, chosen);
  const allowed = students.filter((student) => student.may_use_badge);
  if (chosen === "all") return allowed;
  if (students.length < chosen.length) throw new Refusal("errors.notFound");
  if (allowed.length < students.length) throw new Refusal("errors.loginTypeNotAllowed");
  return allowed;
}
