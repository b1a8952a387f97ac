/** What a school's own list changes is shown first. */
import { checkRoster } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anAccount } from "#test/builders.ts";
import { anOffice, applied, apply, changesOf, checked, classesOf, listed, shown, taughtBy } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

describe("checkRoster", () => {
  test("shows new classes and students, and changes nothing", async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil"])]);
    const { run, classes } = await shown(office.desk, runId);
    expect(run).toMatchObject({ status: "CHECKED", counts: { NEW: 3, MOVED: 0, LEFT: 0, RENAMED: 0, CONFLICT: 0 } });
    expect(classes).toMatchObject([{ className: "2A", questions: 0, stops: false }]);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { kind: "NEW", thing: "CLASS", name: "2A" },
      { kind: "NEW", thing: "STUDENT", name: "Nora" },
      { kind: "NEW", thing: "STUDENT", name: "Emil" },
    ]);
    expect(await classesOf(portal, office)).toEqual({});
  });

  test("says of each student what happens: moved, left, renamed, listed twice, not a name", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil", "s3 Aksel"]), listed("c2", "2B", ["s4 Li"])]);
    const next = [listed("c1", "2A", ["s1 Nora Berg", "s4 Li"]), listed("c2", "2B", ["s2 Emil", "s1 Nora", "s9 <b>"])];
    const changes = await changesOf(office.desk, await checked(office, next));
    expect(changes.map(({ kind, name, fromClass, formerName, reason }) => ({ kind, name, fromClass, formerName, reason }))).toEqual([
      { kind: "RENAMED", name: "Nora Berg", formerName: "Nora" },
      { kind: "MOVED", name: "Li", fromClass: "2B" },
      { kind: "MOVED", name: "Emil", fromClass: "2A" },
      { kind: "CONFLICT", name: "Nora", reason: "twoClasses" },
      { kind: "CONFLICT", name: "", reason: "nameInvalid" },
      { kind: "LEFT", name: "Aksel" },
    ]);
  });

  test("a class renamed to another class's name is a question, and other renames are not", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s2 Emil"]), listed("c3", "2C", [])]);
    const next = [listed("c1", "2B", ["s1 Nora"]), listed("c2", "2B", ["s2 Emil"]), listed("c3", "3C", [])];
    const runId = await checked(office, next);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { kind: "CONFLICT", thing: "CLASS", name: "2B", formerName: "2A", reason: "classNameTaken", answers: ["other", "skip"] },
      { kind: "RENAMED", thing: "CLASS", name: "3C", formerName: "2C" },
    ]);
    expect((await apply(office.desk, runId)).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Emil"], "3C": [] });
  });

  test("a list that a person uploads again replaces the one that waits", async () => {
    const office = await anOffice(portal);
    const first = await checked(office, [listed("c1", "2A", ["s1 Nora"])]);
    await checked(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil"])]);
    expect((await shown(office.desk, first)).run.status).toBe("DISCARDED");
    expect(codeIn(await apply(office.desk, first))).toBe("errors.rosterDecided");
  });

  test("a class that the list names twice is one class, with the students and the teachers of both", async () => {
    const office = await anOffice(portal);
    const memberships = [{ organization: office.organization, roles: ["teacher"] }];
    const one = await anAccount(portal, { displayName: "Kari", memberships });
    const other = await anAccount(portal, { displayName: "Ola", memberships });
    const list = [
      taughtBy(listed("c1", "2A", ["s1 Nora"]), [one.email]),
      listed("c2", "2B", []),
      taughtBy(listed("c1", "2 a", ["s2 Emil", "s1 Nora"]), [other.email, one.email]),
    ];
    const changes = await changesOf(office.desk, await checked(office, list));
    expect(changes.map(({ thing, name }) => [thing, name])).toEqual([
      ["CLASS", "2A"],
      ["STUDENT", "Nora"],
      ["STUDENT", "Emil"],
      ["TEACHER", "Kari"],
      ["TEACHER", "Ola"],
      ["CLASS", "2B"],
    ]);
  });

  test("a class with more than a hundred teachers is refused", async () => {
    const { desk, organization } = await anOffice(portal);
    const check = (count: number) => {
      const emails = Array.from({ length: count }, (_, index) => `t${index}@school.example`);
      return desk.call(checkRoster, { body: { organizationId: organization.id, classes: [taughtBy(listed("c1", "2A", []), emails)] } });
    };
    expect(codeIn(await check(101))).toBe("errors.invalidInput");
    expect((await check(100)).status).toBe(201);
  });

  test("twenty thousand rows with duplicates are checked and applied", { timeout: 240_000 }, async () => {
    const office = await anOffice(portal);
    const studentOf = (index: number) => `s${index} N${index}`;
    const classes = Array.from({ length: 400 }, (_, index) =>
      listed(
        `c${index}`,
        `K${index}`,
        Array.from({ length: 49 }, (__, child) => studentOf(index * 49 + child)),
      ),
    );
    // The fiftieth row of each class names its first student again.
    const repeated = classes.map((each) => ({ ...each, students: [...each.students, ...each.students.slice(0, 1)] }));
    const runId = await checked(office, repeated);
    expect((await shown(office.desk, runId)).run.counts).toMatchObject({ NEW: 400 + 19_600, CONFLICT: 0 });
    expect((await apply(office.desk, runId)).status).toBe(204);
    expect(Object.values(await classesOf(portal, office)).flat()).toHaveLength(19_600);
    // The same list a week later reads all of them back.
    expect((await shown(office.desk, await checked(office, repeated))).classes).toEqual([]);
  });
});
