/** The rules of a school's own lists (docs/decisions/0079, docs/decisions/0083). */
import type { Mutant } from "./mutant.ts";

const feature = "server/src/features/rosters";
const answered = [`${feature}/answered-changes.test.ts`];
const undone = [`${feature}/undo-roster.test.ts`];
const unread = [`${feature}/feide-away.test.ts`];

export const rosterMutants: readonly Mutant[] = [
  {
    rule: "rosters: the students of a class that is another go on to it",
    file: `${feature}/compute-changes.ts`,
    find: "        if (firstIn === undefined) place.addIfOther(this.#moveOf(student, known));\n",
    replace: "",
    tests: answered,
  },
  {
    rule: "rosters: the teachers of a class that is another go on to it",
    file: `${feature}/compute-changes.ts`,
    find: "known.groupIds.includes(groupId)) place.addIfOther(right);",
    replace: "known.groupIds.includes(groupId)) continue;",
    tests: answered,
  },
  {
    rule: "rosters: only a recognized student goes on to a class that is another",
    file: `${feature}/answered-changes.ts`,
    find: 'recognized.get(keyOf(change)) === "same"',
    replace: "true",
    tests: answered,
  },
  {
    rule: "rosters: what follows from an answer needs a recent login",
    file: `${feature}/apply-roster.ts`,
    find: "if (needsRecentLogin(answered.computed))",
    replace: "if (needsRecentLogin(computed))",
    tests: answered,
  },
  {
    rule: "rosters: an undo restores marks and names",
    file: `${feature}/undo-roster.ts`,
    find: "    await restoreMarks(transaction, runId);\n",
    replace: "",
    tests: undone,
  },
  {
    rule: "rosters: an erasure forgets former marks",
    file: "server/src/features/accounts/erasure-queries.ts",
    find: "  await sql`delete from roster_former_marks where player_id in (${players})`.execute(transaction);\n",
    replace: "",
    tests: undone,
  },
  {
    rule: "rosters: one unreadable teacher is no Feide that is away",
    file: `${feature}/read-groups.ts`,
    find: "if (!(error instanceof UnreadableTeacher)) await",
    replace: "await",
    tests: unread,
  },
  {
    rule: "rosters: who teaches no more keeps no mark off",
    file: `${feature}/known-queries.ts`,
    find: "\n  and 'manage_players' in (select h.permission_key from held_permissions(a.id, m.organization_id) h)",
    replace: "",
    tests: unread,
  },
  {
    rule: "rosters: a class that is another takes nobody from the class it looks like",
    file: `${feature}/answered-changes.ts`,
    find: 'kind === "LEFT" ? isSame.has(classPosition) : ',
    replace: "",
    tests: [`${feature}/feide-groups.test.ts`],
  },
  {
    rule: "rosters: only losses that happen stop a list",
    file: `${feature}/apply-roster.ts`,
    find: 'if (answered.computed.fields.status === "STOPPED"',
    replace: 'if (computed.fields.status === "STOPPED"',
    tests: [`${feature}/feide-groups.test.ts`, ...answered],
  },
  {
    rule: "rosters: a class that is skipped takes nobody from another",
    file: `${feature}/answered-changes.ts`,
    find: " : isThere.has(classPosition);",
    replace: " : true;",
    tests: answered,
  },
  {
    rule: "rosters: two teachers in a row who cannot be read are a Feide that is away",
    file: `${feature}/connection-queries.ts`,
    find: "having count(*) > 1",
    replace: "having count(*) > 2",
    tests: unread,
  },
  {
    rule: "rosters: teachers with a reading between them are no Feide that is away",
    file: `${feature}/connection-queries.ts`,
    find: "and (r.read_at is null or m.groups_unread_since > r.read_at)",
    replace: "",
    tests: unread,
  },
  {
    rule: "rosters: who cannot log in by Feide keeps no mark off",
    file: `${feature}/known-queries.ts`,
    find: "\n  and exists (select from account_identities i where i.account_id = a.id and i.provider = 'FEIDE')",
    replace: "",
    tests: unread,
  },
  {
    rule: "rosters: a class with a student whom Feide does not name is not read in part",
    file: `${feature}/feide-groups.ts`,
    find: 'if (externalId === undefined) throw new UnreadableTeacher("A student in Feide\'s groups has no Feide id.");\n  return { externalId, name };',
    replace: "return { externalId: externalId ?? name, name };",
    tests: unread,
  },
  {
    rule: "rosters: a class that another looks like loses each student once",
    file: `${feature}/compute-changes.ts`,
    find: " && (place.isKnown || !isWhole)",
    replace: "",
    tests: [`${feature}/answered-changes.test.ts`],
  },
  {
    rule: "rosters: an unread teacher keeps students from being marked",
    file: `${feature}/compute-run.ts`,
    find: "isWhole || (await listUnreadTeachers(database, organizationId)).length === 0",
    replace: "true",
    tests: unread,
  },
  {
    rule: "rosters: the note of an unread teacher ends with the school's number",
    file: `${feature}/connect-roster.ts`,
    find: "      await forgetUnreadGroups(transaction, organizationId);\n    }",
    replace: "    }",
    tests: unread,
  },
  {
    rule: "rosters: a run is running only while it is applied itself",
    file: `${feature}/queries.ts`,
    find: "${isBeingApplied(sql`r.id`)} as is_running",
    replace: "exists (select from pg_locks where locktype = 'advisory') as is_running",
    tests: [`${feature}/run-progress.test.ts`],
  },
  {
    rule: "rosters: a list locks the accounts that it renames before the classes",
    file: `${feature}/apply-roster.ts`,
    find: "  await holdPlayed(transaction, renamed);\n",
    replace: "",
    tests: [`${feature}/apply-roster.test.ts`],
  },
  {
    rule: "rosters: an undo locks the accounts that it renames before the classes",
    file: `${feature}/undo-roster.ts`,
    find: "  await holdPlayed(transaction, renamed, accountIds);\n",
    replace: "",
    tests: [`${feature}/apply-roster.test.ts`],
  },
];
