/** No two classes get one name by a list without a person's answer, and no class gets two of the school's ids. */
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { undoRoster } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOffice, applied, apply, changesOf, checked, classesOf, groupNamed, listed, shown } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const noQuestion = { NEW: 0, MOVED: 0, LEFT: 0, RENAMED: 0, CONFLICT: 0 };

describe("a name that a class of the list leaves", () => {
  test("goes to a new class without a question, and the undo gives it back", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const former = await groupNamed(portal, office, "2A");
    const list = [listed("c2", "2A", ["s2 Emil"]), listed("c1", "3A", ["s1 Nora"])];
    const runId = await applied(office, list);
    expect((await shown(office.desk, runId)).run.counts).toEqual({ ...noQuestion, NEW: 2, RENAMED: 1 });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil"], "3A": ["Nora"] });
    expect(await groupNamed(portal, office, "3A")).toBe(former);
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"] });
  });

  test("goes to the next class of a whole school that goes up a year, and two classes may change their names", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "1A", []), listed("c2", "2A", []), listed("c3", "5A", []), listed("c4", "5B", [])]);
    const list = [listed("c0", "1A", []), listed("c1", "2A", []), listed("c2", "3A", []), listed("c3", "5B", []), listed("c4", "5A", [])];
    const runId = await applied(office, list);
    expect((await shown(office.desk, runId)).run.counts).toEqual({ ...noQuestion, NEW: 1, RENAMED: 4 });
    expect(Object.keys(await classesOf(portal, office))).toEqual(["1A", "2A", "3A", "5A", "5B"]);
  });

  test("is not free while a person may leave the class as it is, so that each class behind it is a question", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "1A", []), listed("c2", "2A", [])]);
    await office.desk.call(createPlayerGroup, { body: { name: "3A", organizationId: office.organization.id } });
    const list = [listed("c0", "1A", []), listed("c1", "2A", []), listed("c2", "3A", [])];
    expect(await changesOf(office.desk, await checked(office, list))).toMatchObject([
      { reason: "classNameTaken", name: "1A", answers: ["other", "skip"] },
      { reason: "classNameTaken", name: "2A", formerName: "1A", answers: ["other", "skip"] },
      { reason: "classNameTaken", name: "3A", formerName: "2A", answers: ["other", "skip"] },
    ]);
    await applied(office, list, { forAll: { classNameTaken: "other" } });
    expect(Object.keys(await classesOf(portal, office))).toEqual(["1A", "2A", "3A"]);
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });
});

describe("a class that the list names by its own id", () => {
  test("is not offered as the same as another class of the list, and keeps its id", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const list = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2 a", ["s2 Emil"])];
    const runId = await checked(office, list);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { reason: "classNameTaken", name: "2 a", likeName: "2A", answers: ["other", "skip"] },
      { kind: "NEW", name: "Emil" },
    ]);
    // The answer "same" counts as none.
    expect((await apply(office.desk, runId, { answer: () => "same" })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"] });
    await applied(office, list, { answer: () => "other" });
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Emil"], "2A": ["Nora"] });
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("leaves a class that somebody typed as the one that may be the same", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", [])]);
    await office.desk.call(createPlayerGroup, { body: { name: "2 a", organizationId: office.organization.id } });
    const list = [listed("c1", "2A", []), listed("c2", "2a", ["s2 Emil"])];
    await applied(office, list, { forAll: { classLooksKnown: "same" } });
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Emil"], "2A": [] });
  });

  test.each([
    ["a new class of the list gets", [listed("c3", "2A", []), listed("c2", "2A", ["s1 Nora"])]],
    ["another class of the list is renamed to", [listed("c1", "2A", []), listed("c2", "2A", ["s1 Nora"])]],
  ])("is a question if it is renamed to a name that %s", async (_, list) => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "1A", []), listed("c2", "2B", ["s1 Nora"])]);
    const runId = await checked(office, list);
    expect(await changesOf(office.desk, runId)).toContainEqual(
      expect.objectContaining({ reason: "classNameTaken", name: "2A", formerName: "2B", answers: ["other", "skip"] }),
    );
    expect((await apply(office.desk, runId)).status).toBe(204);
    expect(await classesOf(portal, office)).toMatchObject({ "2A": [], "2B": ["Nora"] });
  });
});
