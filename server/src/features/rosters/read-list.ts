import { normalizeEmail } from "@storyport/contract/text-rules";
import { readExternalId, readStudentName } from "#/features/class-imports/judge-rows.ts";
import type { ListedClass } from "./listed-roster.ts";

/**
 * Returns the list with the students' names and external ids and the teachers' addresses as the portal stores them. An external id
 * that cannot be read stays as it is; the comparison refuses it. A class keeps its id letter by letter, and `computeChanges` reads its
 * name.
 */
export function readList(roster: readonly ListedClass[]): ListedClass[] {
  return roster.map(({ students, teachers, ...listed }) => ({
    ...listed,
    students: students.map(({ externalId, name }) => ({
      externalId: readExternalId(externalId)?.data ?? externalId,
      name: readStudentName(name),
    })),
    teachers: teachers.map((teacher) => ("email" in teacher ? { email: normalizeEmail(teacher.email) } : teacher)),
  }));
}
