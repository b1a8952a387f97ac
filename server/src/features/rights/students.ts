/** Who is a student and nothing else: logs in by a badge, needs no address, is a student to the school. By all roles held anywhere. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

const student = "student";

export function isOnlyStudent(roles: readonly string[]): boolean {
  return roles.length > 0 && roles.every((role) => role === student);
}

/** The same, asked of the database. */
export function isOnlyStudentInDatabase(accountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(select held.roles = array[${sql.lit(student)}] from held_rights(${accountId}, null) held)`;
}
