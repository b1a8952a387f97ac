/**
 * The rule for accounts that are only students. They log in by a badge or a one-time code, and need no e-mail address. The school vouches for
 * them as students.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

const student = "student";

/** Takes the given roles. Pass all roles of an account, in every organization. */
export function isOnlyStudent(roles: readonly string[]): boolean {
  return roles.length > 0 && roles.every((role) => role === student);
}

/**
 * The same rule in SQL for one organization, including platform roles. Roles in another school do not matter here
 * (docs/decisions/0047). The organization null stands for all organizations.
 */
export function isOnlyStudentIn(account: { id: RawBuilder<unknown>; organizationId: RawBuilder<unknown> }): RawBuilder<boolean> {
  return sql<boolean>`(select held.roles = array[${sql.lit(student)}] from held_rights(${account.id}, ${account.organizationId}) held)`;
}
