/** One answer for all questions of a kind, so that three hundred look-alikes need no three hundred presses. */
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { applyRoster } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, applied, apply, checked, classesOf, groupNamed, listed, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** A school that typed its classes before it had a list. */
async function aTypedSchool(classes: Record<string, readonly string[]>): Promise<RosterOffice> {
  const office = await anOffice(portal);
  for (const [name, students] of Object.entries(classes)) {
    const { body } = await office.desk.call(createPlayerGroup, { body: { name, organizationId: office.organization.id } });
    for (const studentName of students)
      await office.desk.call(createStudent, { body: { studentName, groupId: (body as { id: string }).id } });
  }
  return office;
}

/** The players of a school, by their external ids. */
async function playersOf({ organization }: RosterOffice) {
  const { database } = portal.context;
  const players = database.selectFrom("players").select(["id", "external_id"]).where("organization_id", "=", organization.id);
  return players.orderBy("external_id").execute();
}

const typed = { "2A": ["Nora", "Emil"], "2B": ["Ada"] };
const list = [listed("c1", "2A", ["s1 Nora", "s2 Emil"]), listed("c2", "2B", ["s3 Ada"])];

describe("applyRoster with one answer for all", () => {
  test("answers every question of a reason, and the same list asks for nothing", async () => {
    const office = await aTypedSchool(typed);
    await applied(office, list, { forAll: { classLooksKnown: "same", looksAlike: "same" } });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil", "Nora"], "2B": ["Ada"] });
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("shows before how many questions each answer would decide, and afterwards none", async () => {
    const office = await aTypedSchool(typed);
    await office.desk.call(createPlayerGroup, { body: { name: "2 b", organizationId: office.organization.id } });
    const runId = await checked(office, list);
    expect((await shown(office.desk, runId)).questions).toEqual([
      // Two classes look like the list's 2B, so nobody can say which of them it is.
      { reason: "classLooksKnown", answer: "other", count: 2 },
      { reason: "classLooksKnown", answer: "same", count: 1 },
      { reason: "classLooksKnown", answer: "skip", count: 2 },
      { reason: "looksAlike", answer: "other", count: 2 },
      { reason: "looksAlike", answer: "same", count: 2 },
      { reason: "looksAlike", answer: "skip", count: 2 },
    ]);
    expect((await apply(office.desk, runId, { forAll: { classLooksKnown: "same" } })).status).toBe(204);
    expect((await shown(office.desk, runId)).questions).toEqual([]);
  });

  test("an answer to one question wins, also the answer to leave it", async () => {
    const office = await aTypedSchool({ "2A": ["Nora", "Emil", "Ea"] });
    const next = [listed("c1", "2A", ["s1 Nora", "s2 Emil", "s3 Ea"])];
    const answer = ({ name }: { name: string }) => (name === "Emil" ? "other" : name === "Ea" ? "skip" : undefined);
    await applied(office, next, { answer, forAll: { classLooksKnown: "same", looksAlike: "same" } });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Ea", "Emil", "Emil", "Nora"] });
    expect((await shown(office.desk, await checked(office, next))).questions).toContainEqual({
      reason: "looksAlike",
      answer: "same",
      count: 1,
    });
  });

  test("a question that does not offer the answer is left, with its students", async () => {
    const office = await aTypedSchool({ "2A": [], "2 a": [] });
    await applied(office, [listed("c1", "2A", ["s1 Nora"])], { forAll: { classLooksKnown: "same" } });
    expect(await classesOf(portal, office)).toEqual({ "2 a": [], "2A": [] });
  });

  test("if the classes have changed since, nothing is applied, and the new questions are counted", async () => {
    const office = await aTypedSchool(typed);
    const runId = await checked(office, list);
    const { digest } = await shown(office.desk, runId);
    const before = await classesOf(portal, office);
    // One question fewer, because nobody in 2A looks like Emil any more.
    const { database } = portal.context;
    await database.deleteFrom("players").where("organization_id", "=", office.organization.id).where("name", "=", "Emil").execute();
    const forAll = (["classLooksKnown", "looksAlike"] as const).map((reason) => ({ reason, answer: "same" as const }));
    const body = { digest, answers: [], forAll, allowsLoss: false };
    expect(codeIn(await office.desk.call(applyRoster, { params: { runId }, body }))).toBe("errors.rosterChanged");
    expect(await classesOf(portal, office)).toEqual({ ...before, "2A": ["Nora"] });
    const seen = await shown(office.desk, runId);
    expect(seen.questions).toContainEqual({ reason: "looksAlike", answer: "same", count: 2 });
    const again = await office.desk.call(applyRoster, { params: { runId }, body: { ...body, digest: seen.digest } });
    expect(again.status, again.text).toBe(204);
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("the answer makes each typed student one student of the list, also among namesakes", async () => {
    const namesakes = [listed("c1", "2A", ["s1 Ola Hansen", "s2 Ola Hansen"])];
    for (const students of [["Ola Hansen"], ["Ola Hansen", "Ola Hansen"]]) {
      const office = await aTypedSchool({ "2A": students });
      const before = (await playersOf(office)).map(({ id }) => id);
      await applied(office, namesakes, { forAll: { classLooksKnown: "same", looksAlike: "same" } });
      const players = await playersOf(office);
      expect(players.map(({ external_id }) => external_id)).toEqual(["s1", "s2"]);
      expect(players.filter(({ id }) => before.includes(id))).toHaveLength(students.length);
      expect((await shown(office.desk, await checked(office, namesakes))).classes).toEqual([]);
    }
  });

  test("the answer never makes a student of two typed classes two students of the list", async () => {
    const office = await aTypedSchool({ "2A": ["Ola Hansen"], "2B": [] });
    const [player] = await playersOf(office);
    const place = { player_id: player?.id ?? "", player_group_id: await groupNamed(portal, office, "2B") };
    await portal.context.database.insertInto("player_group_players").values(place).execute();
    const next = [listed("c1", "2A", ["s1 Ola Hansen"]), listed("c2", "2B", ["s2 Ola Hansen"])];
    await applied(office, next, { forAll: { classLooksKnown: "same", looksAlike: "same" } });
    expect((await playersOf(office)).map(({ external_id }) => external_id)).toEqual(["s1", "s2"]);
  });

  test("two answers for one reason are refused", async () => {
    const office = await aTypedSchool(typed);
    const runId = await checked(office, list);
    const { digest } = await shown(office.desk, runId);
    const forAll = (["same", "other"] as const).map((answer) => ({ reason: "looksAlike" as const, answer }));
    const answer = await office.desk.call(applyRoster, { params: { runId }, body: { digest, answers: [], forAll, allowsLoss: false } });
    expect(answer.status).toBe(400);
  });
});
