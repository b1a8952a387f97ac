/** Who is a student and nothing else: logs in by a badge, needs no address, is a student to the school. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

const student = "student";

/** Of the roles that are given: an account's rules are judged by all that it holds anywhere. */
export function isOnlyStudent(roles: readonly string[]): boolean {
  return roles.length > 0 && roles.every((role) => role === student);
}

/**
 * The same, asked of the database for one organization, with the roles on the platform: what another school makes of its member is no
 * matter of this one (docs/decisions/0047).
 */
export function isOnlyStudentIn(account: { id: RawBuilder<unknown>; organizationId: RawBuilder<unknown> }): RawBuilder<boolean> {
  return sql<boolean>`(select held.roles = array[${sql.lit(student)}] from held_rights(${account.id}, ${account.organizationId}) held)`;
}
