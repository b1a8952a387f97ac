/** A person answers that a student of the list is in both of its classes, and the portal does not have the student yet, or under another id. */
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { undoRoster } from "@storyport/contract/rosters";
import type { RosterAnswer, RosterChange, RosterClass } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOffice, applied, classesOf, checked, groupNamed, listed, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTypedClass({ desk, organization }: RosterOffice, name: string, students: readonly string[] = []): Promise<void> {
  const { body } = await desk.call(createPlayerGroup, { body: { name, organizationId: organization.id } });
  const { id: groupId } = body as { id: string };
  for (const studentName of students) expect((await desk.call(createStudent, { body: { studentName, groupId } })).status).toBe(201);
}

const undo = async ({ desk }: RosterOffice, runId: string) => (await desk.call(undoRoster, { params: { runId }, body: {} })).status;

const playersOf = async ({ organization }: RosterOffice) =>
  portal.context.database.selectFrom("players").select(["id", "name"]).where("organization_id", "=", organization.id).execute();

/** The list names Nora in both classes, and again without a question when the run is applied. */
async function inBoth(
  office: RosterOffice,
  list: RosterClass[],
  answer: (change: RosterChange) => RosterAnswer | undefined,
): Promise<string> {
  const runId = await applied(office, list, { answer });
  expect((await playersOf(office)).filter(({ name }) => name === "Nora")).toHaveLength(1);
  return runId;
}

describe("a typed student whom a person recognizes", () => {
  const list = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"])];

  test("is put into the second class too, the next list asks nothing, and the undo takes the student out of it", async () => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A", ["Nora"]);
    const before = await classesOf(portal, office);
    const runId = await inBoth(office, list, () => "same");
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
    expect(await undo(office, runId)).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
  });

  test("stays after the undo in the second class, if a person had put the student there before", async () => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A", ["Nora"]);
    await aTypedClass(office, "2B");
    const place = { player_id: (await playersOf(office))[0]?.id ?? "", player_group_id: await groupNamed(portal, office, "2B") };
    await portal.context.database.insertInto("player_group_players").values(place).execute();
    const runId = await inBoth(office, list, () => "same");
    expect(await undo(office, runId)).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
  });

  test("enters the second class if the first is skipped, and is the student of the list then", async () => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A", ["Nora"]);
    const runId = await inBoth(office, list, ({ thing }) => (thing === "CLASS" ? "skip" : "same"));
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
    expect(await undo(office, runId)).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"] });
  });

  test("enters no class, and no second Nora is made, while nobody has said whether it is the same student", async () => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A", ["Nora"]);
    await inBoth(office, list, ({ reason }) => (reason === "looksAlike" ? "skip" : "same"));
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": [] });
  });
});

describe("a new student enters the second class alone", () => {
  test.each([
    ["is skipped", "2A"],
    ["has no usable name", "\u202e"],
  ])("if the first %s, the third class too, and the undo removes the student", async (_, name) => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A");
    const list = [listed("c1", name, ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"]), listed("c3", "2C", ["s1 Nora"])];
    const runId = await inBoth(office, list, ({ thing }) => (thing === "CLASS" ? "skip" : "same"));
    expect(await classesOf(portal, office)).toEqual({ "2A": [], "2B": ["Nora"], "2C": ["Nora"] });
    expect(await undo(office, runId)).toBe(204);
    expect(await playersOf(office)).toEqual([]);
    expect(await classesOf(portal, office)).toEqual({ "2A": [] });
  });

  test("if a person says that the namesake in the skipped class is another student", async () => {
    const office = await anOffice(portal);
    await aTypedClass(office, "2A", ["Nora"]);
    const list = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"])];
    const answers: Partial<Record<string, RosterAnswer>> = { looksAlike: "other", twoClasses: "same" };
    await applied(office, list, { answer: ({ reason = "" }) => answers[reason] });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
    expect(await playersOf(office)).toHaveLength(2);
  });
});
