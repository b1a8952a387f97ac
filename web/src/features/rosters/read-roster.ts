/** Reads the classes of a OneRoster export with their students and teachers. */
import type { RosterClass } from "@storyport/contract/rosters";
import { limits } from "@storyport/contract/limits";
import type { ListProblem } from "#/features/class-imports/list-problem.ts";
import { classOfStudents, isTooLarge, nameOfUser, readTables } from "#/features/class-imports/read-one-roster.ts";
import type { OneRosterTables } from "#/features/class-imports/read-one-roster.ts";

/** `bytes` is the zip file. Returns its classes, or why it cannot be used. Never throws. */
export function readRoster(bytes: Uint8Array): { classes: RosterClass[] } | ListProblem {
  try {
    const tables = readTables(bytes, { isWhole: true });
    return "is" in tables ? tables : classesOf(tables);
  } catch (error) {
    return { is: isTooLarge(error) ? "tooLarge" : "notOneRoster" };
  }
}

/** Each student is in one class (`classOfStudents`). A class without students, such as that of a subject, is left out. */
function classesOf(tables: OneRosterTables): { classes: RosterClass[] } | ListProblem {
  const users = new Map(tables.users.map((user) => [user["sourcedId"]?.trim() ?? "", user]));
  const classes = new Map<string, RosterClass>();
  for (const [userId, row] of classOfStudents(tables)) {
    const user = users.get(userId);
    const externalId = row["sourcedId"]?.trim() ?? "";
    if (user === undefined || userId === "" || externalId === "") continue;
    const listed = classes.get(externalId) ?? {
      externalId: cut(externalId),
      name: cut(row["title"]?.trim() ?? ""),
      students: [],
      teachers: [],
    };
    listed.students.push({ externalId: cut(userId), name: cut(nameOfUser(user)) });
    classes.set(externalId, listed);
  }
  addTeachers(classes, tables.enrollments, users);
  const count = [...classes.values()].reduce((sum, { students }) => sum + students.length, 0);
  if (count === 0) return { is: "notOneRoster" };
  if (count > limits.rosters.rows) return { is: "tooManyRows", count };
  return { classes: [...classes.values()] };
}

/** A teacher may have an enrollment for each term. The class has each teacher once, because the call takes at most a hundred. */
function addTeachers(
  classes: ReadonlyMap<string, RosterClass>,
  enrollments: OneRosterTables["enrollments"],
  users: ReadonlyMap<string, OneRosterTables["users"][number]>,
): void {
  const added = new Set<string>();
  for (const { role, classSourcedId = "", userSourcedId = "" } of enrollments) {
    if (role?.trim().toLowerCase() !== "teacher") continue;
    const email = users.get(userSourcedId.trim())?.["email"]?.trim() ?? "";
    const place = `${classSourcedId.trim()} ${email}`;
    if (email === "" || added.has(place)) continue;
    added.add(place);
    classes.get(classSourcedId.trim())?.teachers.push({ email: cut(email) });
  }
}

/** The call takes no longer texts. A cut name or id is still longer than the portal allows, so the server reports it. */
function cut(value: string): string {
  return value.slice(0, limits.rosters.characters);
}
