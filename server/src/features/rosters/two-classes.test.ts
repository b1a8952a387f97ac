/** A school's list names a student in two classes. A later list names the student in one class or in none. */
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { undoRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, applied, changesOf, checked, classesOf, groupNamed, listed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { badgesOf, codeOn, scan } from "#test/school-class.ts";
import { runNightly } from "./run-nightly.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const ofA = ["a1 Al", "a2 Bo", "a3 Ea", "a4 Li", "a5 Ida", "a6 Ulf"];
const ofB = ["b1 Ada", "b2 Emil", "b3 Siv", "b4 Tor", "b5 Una", "b6 Odd"];

/** Nora is in both classes, as the list says and a person has confirmed. */
async function twoClasses(mode: "APPROVAL" | "NIGHTLY" = "APPROVAL"): Promise<RosterOffice> {
  const office = await anOffice(portal, mode);
  const list = [listed("c1", "2A", ["s1 Nora", ...ofA]), listed("c2", "2B", ["s1 Nora", ...ofB])];
  await applied(office, list, { forAll: { twoClasses: "same" } });
  return office;
}

describe("a student of two classes whom the list names no more", () => {
  const without = [listed("c1", "2A", ofA), listed("c2", "2B", ofB)];

  test("is marked once, and counts as a loss of each class", async () => {
    const office = await twoClasses();
    const runId = await applied(office, without);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { kind: "LEFT", name: "Nora" },
      { kind: "LEFT", name: "Nora" },
    ]);
    const { classes } = await shown(office.desk, runId);
    expect(classes.map(({ className, counts }) => [className, counts.LEFT])).toEqual([
      ["2A", 1],
      ["2B", 1],
    ]);
    expect(new Set((await overview(office)).missing.map(({ playerName }) => playerName))).toEqual(new Set(["Nora"]));
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect((await overview(office)).missing).toEqual([]);
  });

  test("is marked by night too", async () => {
    const office = await twoClasses("NIGHTLY");
    const runId = await checked(office, without);
    await sql`update roster_runs set made_at = made_at - interval '1 day' where id = ${runId}::uuid`.execute(portal.context.database);
    await runNightly(portal.context);
    expect((await shown(office.desk, runId)).run.status).toBe("APPLIED");
  });
});

describe("a student of two classes whom a whole list names in one", () => {
  const inA = [listed("c1", "2A", ["s1 Nora", ...ofA]), listed("c2", "2B", ofB)];

  /** Returns whether the badge of Nora in a class works, which is issued here. */
  async function badgeIn(office: RosterOffice, name: string): Promise<() => Promise<boolean>> {
    const badges = await badgesOf({ desk: office.desk, group: { id: await groupNamed(portal, office, name) } });
    const code = codeOn(badges.find(({ displayName }) => displayName === "Nora"));
    return async () => (await scan(portal.browser(), code)).status === 200;
  }

  test("leaves the other with its badge, and the undo puts the student back and takes the student out of no class", async () => {
    const office = await twoClasses();
    const before = await classesOf(portal, office);
    const [worksInA, worksInB] = [await badgeIn(office, "2A"), await badgeIn(office, "2B")];
    const runId = await applied(office, inA);
    expect(await changesOf(office.desk, runId)).toMatchObject([{ kind: "MOVED", name: "Nora", fromClass: "2B" }]);
    expect(await classesOf(portal, office)).toEqual({ ...before, "2B": before["2B"]?.filter((name) => name !== "Nora") });
    expect([await worksInA(), await worksInB()]).toEqual([true, false]);
    expect((await shown(office.desk, await checked(office, inA))).classes).toEqual([]);
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
  });

  test("leaves both for a third, and the undo puts the student back into both", async () => {
    const office = await twoClasses();
    const before = await classesOf(portal, office);
    const list = [listed("c1", "2A", ofA), listed("c2", "2B", ofB), listed("c3", "2C", ["s1 Nora"])];
    const runId = await applied(office, list);
    expect(await classesOf(portal, office)).toMatchObject({ "2A": expect.not.arrayContaining(["Nora"]), "2C": ["Nora"] });
    expect((await classesOf(portal, office))["2B"]).not.toContain("Nora");
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
  });

  test("leaves the other, and the class that a new class of the list looks like, if a person calls it another class", async () => {
    for (const [answer, former] of [
      ["other", false],
      ["same", true],
    ] as const) {
      const office = await twoClasses();
      const before = await classesOf(portal, office);
      const list = [listed("c9", "2 a", ["s1 Nora", ...ofA]), listed("c2", "2B", ofB)];
      const runId = await applied(office, list, { forAll: { classNameTaken: answer } });
      const after = await classesOf(portal, office);
      expect(after["2B"]).not.toContain("Nora");
      expect(after["2A"]?.includes("Nora")).toBe(former);
      expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
      expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
      expect(await classesOf(portal, office)).toEqual(before);
    }
  });

  test("counts as a loss of the other, so that two of eight stop the list", async () => {
    const office = await anOffice(portal);
    const both = ["s1 Nora", "s2 Tim"];
    const [one, two] = [listed("c1", "2A", [...both, ...ofA]), listed("c2", "2B", [...both, ...ofB])];
    await applied(office, [one, two], { forAll: { twoClasses: "same" } });
    const { run, classes } = await shown(office.desk, await checked(office, [one, listed("c2", "2B", ofB)]));
    expect(run).toMatchObject({ status: "STOPPED", counts: { MOVED: 2, LEFT: 0 } });
    expect(classes.filter(({ stops }) => stops).map(({ className }) => className)).toEqual(["2B"]);
  });

  test("is not put back if somebody has done so since: the undo is refused", async () => {
    const office = await twoClasses();
    const runId = await applied(office, inA);
    const player_group_id = await groupNamed(portal, office, "2B");
    const nora = portal.context.database.selectFrom("players").select("id").where("organization_id", "=", office.organization.id);
    const { id: player_id } = await nora.where("name", "=", "Nora").executeTakeFirstOrThrow();
    await portal.context.database.insertInto("player_group_players").values({ player_id, player_group_id }).execute();
    expect(codeIn(await office.desk.call(undoRoster, { params: { runId }, body: {} }))).toBe("errors.rosterTouched");
  });
});

test("a student whom a list names in a new class and in the present class stays in the present one, and the new one is a question", async () => {
  const office = await anOffice(portal);
  const [one, other] = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"])];
  await applied(office, [one, listed("c2", "2B", [])]);
  for (const list of [
    [one, other],
    [other, one],
  ]) {
    expect(await changesOf(office.desk, await checked(office, list))).toMatchObject([{ reason: "twoClasses", name: "Nora" }]);
    await applied(office, list);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": [] });
  }
  await applied(office, [other, one], { forAll: { twoClasses: "same" } });
  expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
});

test("a student of a class that the list names goes on to a new class beside it, if a typed class of the same name is another", async () => {
  const office = await anOffice(portal);
  const one = listed("c1", "2A", ["s1 Nora"]);
  await applied(office, [one]);
  const { body } = await office.desk.call(createPlayerGroup, { body: { name: "2B", organizationId: office.organization.id } });
  const nora = portal.context.database.selectFrom("players").select("id").where("organization_id", "=", office.organization.id);
  const place = { player_id: (await nora.executeTakeFirstOrThrow()).id, player_group_id: (body as { id: string }).id };
  await portal.context.database.insertInto("player_group_players").values(place).execute();
  const before = await classesOf(portal, office);
  const runId = await applied(office, [listed("c2", "2b", ["s1 Nora"]), one], { forAll: { classLooksKnown: "other" } });
  expect(await classesOf(portal, office)).toEqual({ ...before, "2b": ["Nora"] });
  expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
  expect(await classesOf(portal, office)).toEqual(before);
});
