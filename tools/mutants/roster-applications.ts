/** Which of a school's lists are applied, and which classes a student of two classes enters (docs/decisions/0066). */
import type { Mutant } from "./mutant.ts";

const feature = "server/src/features/rosters";
const outdated = [`${feature}/outdated-readings.test.ts`];
const bothClasses = [`${feature}/both-classes.test.ts`];

export const rosterApplicationMutants: readonly Mutant[] = [
  {
    rule: "rosters: a teacher's list that changes nothing discards the former one",
    file: `${feature}/read-groups.ts`,
    find: "    else await discardWaiting(transaction, organizationId, accountId);\n",
    replace: "",
    tests: outdated,
  },
  {
    rule: "rosters: a school that got another number during the reading gets nothing of the former school",
    file: `${feature}/read-groups.ts`,
    find: "if (school?.schoolNumber !== schoolNumber) return;",
    replace: "if (school === undefined) return;",
    tests: outdated,
  },
  {
    rule: "rosters: a new student of two classes enters the second alone if the first is skipped",
    file: `${feature}/apply-changes.ts`,
    find: "    await this.#insert(this.#joiningAlone(joining));\n",
    replace: "",
    tests: bothClasses,
  },
  {
    rule: "rosters: no second student is made while a question asks who the student is",
    file: `${feature}/apply-changes.ts`,
    find: " && !this.#unsure.has(externalId)",
    replace: "",
    tests: bothClasses,
  },
];
