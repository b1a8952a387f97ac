import { hash } from "node:crypto";
import { rosterChangeKinds } from "@storyport/contract/rosters";
import type { RosterCounts, RosterRunClass } from "@storyport/contract/rosters";
import { classKey } from "#/features/class-imports/name-skeleton.ts";
import type { Database } from "#/platform/database/connect.ts";
import { computeChanges } from "./compute-changes.ts";
import type { ClassOfRun, KnownClass, ListedClass, StoredChange } from "./listed-roster.ts";
import { listKnownClasses, listKnownStudents, listKnownTeachers, listUnreadTeachers } from "./known-queries.ts";
import { listLost } from "./nightly-queries.ts";
import type { ComputedFields } from "./queries.ts";
import { readList } from "./read-list.ts";

export interface Computed {
  fields: ComputedFields;
  changes: StoredChange[];
  classes: ClassOfRun[];
  /** The list as it was read. */
  roster: readonly ListedClass[];
}

export interface ListToCompute {
  organizationId: string;
  roster: readonly ListedClass[];
  /** Whether the list has all classes of the organization. Otherwise it has the classes of one teacher. */
  isWhole: boolean;
}

/** Compares a list with the organization as it is now. */
export async function computeRun(database: Database, { organizationId, roster: given, isWhole }: ListToCompute): Promise<Computed> {
  const roster = readList(given);
  const classes = await listKnownClasses(database, organizationId);
  const groupIds = concernedGroups(classes, { roster, isWhole });
  const externalIds = roster.flatMap(({ students }) => students.map(({ externalId }) => externalId));
  const listedTeachers = roster.flatMap(({ teachers }) => teachers);
  const students = await listKnownStudents(database, { organizationId, groupIds, externalIds });
  const teachers = await listKnownTeachers(database, {
    organizationId,
    emails: [...new Set(listedTeachers.flatMap((teacher) => ("email" in teacher ? [teacher.email] : [])))],
    accountIds: [...new Set(listedTeachers.flatMap((teacher) => ("accountId" in teacher ? [teacher.accountId] : [])))],
  });
  const lost = await listLost(database, organizationId);
  // A student who is not listed may be in the class of a teacher who could not be read.
  const marksMissing = isWhole || (await listUnreadTeachers(database, organizationId)).length === 0;
  const computed = computeChanges(roster, { classes, students, teachers, lost }, { isWhole, marksMissing });
  return { ...computed, roster, fields: describeComputed(computed.classes, computed.changes) };
}

/**
 * The classes whose students the comparison needs: those of the list, and those that may be one of them. A whole list also needs every
 * class that a former list has named.
 */
export function concernedGroups(classes: readonly KnownClass[], { roster, isWhole }: Pick<ListToCompute, "roster" | "isWhole">): string[] {
  const listed = new Set(roster.map(({ externalId }) => externalId));
  const names = new Set(roster.map(({ name }) => classKey(name)));
  const isConcerned = ({ externalId, name }: KnownClass) =>
    (externalId !== null && (isWhole || listed.has(externalId))) || names.has(classKey(name));
  return classes.filter(isConcerned).map(({ id }) => id);
}

/**
 * Returns what a run stores of its comparison. The digest shows whether the changes are still those that a person read. Only the losses
 * among `found`, the changes that no answer added, stop the run.
 */
export function describeComputed(
  classes: readonly ClassOfRun[],
  changes: readonly StoredChange[],
  found: readonly StoredChange[] = changes,
): ComputedFields {
  // A student who leaves the list has the class in `groupId`. A student who moves has it in `fromGroupId`.
  const leaving = Map.groupBy(found, ({ kind, fromGroupId, groupId }) => (kind === "LEFT" ? groupId : fromGroupId));
  const stopped = new Set(
    classes.flatMap(({ position, groupId, mayLose }) => {
      const lost = groupId === undefined ? 0 : (leaving.get(groupId)?.length ?? 0);
      return lost > mayLose ? [position] : [];
    }),
  );
  const byClass = Map.groupBy(changes, ({ classPosition }) => classPosition);
  const changed = classes.flatMap(({ position, className }): RosterRunClass[] => {
    const own = byClass.get(position) ?? [];
    const stops = stopped.has(position);
    if (own.length === 0 && !stops) return [];
    const questions = own.filter(({ answers }) => answers.length > 0).length;
    return [{ position, className, counts: count(own), questions, stops }];
  });
  const status = stopped.size > 0 ? "STOPPED" : "CHECKED";
  return { status, digest: hash("sha256", JSON.stringify(changes), "base64url"), classes: changed, counts: count(changes) };
}

function count(changes: readonly StoredChange[]): RosterCounts {
  const counts = Object.fromEntries(rosterChangeKinds.map((kind) => [kind, 0])) as RosterCounts;
  for (const { kind } of changes) counts[kind]++;
  return counts;
}
