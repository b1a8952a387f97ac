/**
 * `withAnswers` (docs/decisions/0083): a person answers `other` to a class of the list that looks like a class of the portal. Its known
 * students move to the new class at once. Its teachers get a right on the new class, and keep that on the old.
 */
import { createPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { applyRoster, undoRoster } from "@storyport/contract/rosters";
import type { RosterChange, RosterAnswer } from "@storyport/contract/rosters";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aSession, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { anOffice, applied, apply, changesOf, checked, classesOf, groupNamed, listed, overview, shown, taughtBy } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { badgesOf, codeOn, scan } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
/** A new school year gives the class another id, and nearly the same name. */
const next = [listed("c9", "2 a", [...five, "s6 Ada"])];

const to =
  (ofClass: RosterAnswer, ofStudents?: RosterAnswer) =>
  ({ thing }: RosterChange) =>
    thing === "CLASS" ? ofClass : ofStudents;

/** The office of a school whose class 2A came with a list. */
async function aListedClass(): Promise<RosterOffice> {
  const office = await anOffice(portal);
  await applied(office, [listed("c1", "2A", five)]);
  return office;
}

const levelOn = async (groupId: string, account: { id: string }) => {
  const rights = portal.context.database.selectFrom("account_player_group_rights").select("rights_level");
  const held = await rights.where("player_group_id", "=", groupId).where("account_id", "=", account.id).executeTakeFirst();
  return held?.rights_level;
};

describe("a class of the list that a person calls another than the class it looks like", () => {
  test("gets its known students with the same list, and the next list changes nothing", async () => {
    const office = await aListedClass();
    const runId = await applied(office, next, { answer: to("other") });
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Ada", "Aksel", "Bo", "Emil", "Li", "Nora"], "2A": [] });
    expect((await shown(office.desk, runId)).run.counts).toMatchObject({ NEW: 1, MOVED: 5, CONFLICT: 1 });
    expect((await shown(office.desk, await checked(office, next))).classes).toEqual([]);
    expect((await overview(office)).missing).toEqual([]);
  });

  test("ends their badges of the class before, as every move does, and needs a recent login: errors.loginTooOld", async () => {
    const office = await aListedClass();
    const [badge] = await badgesOf({ desk: office.desk, group: { id: await groupNamed(portal, office, "2A") } });
    const badgeStatus = async () => (await scan(portal.browser(), codeOn(badge))).status;
    const runId = await checked(office, next);
    await portal.clock.travel(16 * 60);
    expect(codeIn(await apply(office.desk, runId, { answer: to("other") }))).toBe("errors.loginTooOld");
    expect(await badgeStatus()).toBe(200);
    const desk = await aSession(portal, office.head, { loginType: "PASSWORD", organizationId: office.organization.id });
    expect((await apply(desk, runId, { answer: to("other") })).status).toBe(204);
    expect(await badgeStatus()).toBe(401);
  });

  test("gets a missing student whom the list names again, and leaves no mark", async () => {
    const office = await aListedClass();
    await applied(office, [listed("c1", "2A", five.slice(0, 4))]);
    await applied(office, next, { answer: to("other") });
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Ada", "Aksel", "Bo", "Emil", "Li", "Nora"], "2A": [] });
    expect((await overview(office)).missing).toEqual([]);
  });

  test("gets its teachers, and the undo gives students and rights back", async () => {
    const office = await anOffice(portal);
    const teacher = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["teacher"] }] });
    await applied(office, [taughtBy(listed("c1", "2A", five), [teacher.email])]);
    const before = await classesOf(portal, office);
    const former = await groupNamed(portal, office, "2A");
    const runId = await applied(
      office,
      next.map((each) => taughtBy(each, [teacher.email])),
      { answer: to("other") },
    );
    expect(await levelOn(await groupNamed(portal, office, "2 a"), teacher)).toBe("MODIFY");
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
    expect(await levelOn(former, teacher)).toBe("MODIFY");
    expect(await changesOf(office.desk, await checked(office, next))).toMatchObject([
      { reason: "classNameTaken" },
      { kind: "NEW", name: "Ada" },
    ]);
  });

  test("leaves a student of two classes of the list in the first, and the next list asks about the second", async () => {
    const office = await anOffice(portal);
    const list = (id: string, name: string) => [listed("c2", "2B", ["s1 Nora"]), listed(id, name, ["s1 Nora", "s2 Emil"])];
    await applied(office, list("c1", "2A"), { answer: to("same", "same") });
    await applied(office, list("c9", "2 a"), { answer: to("other") });
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Emil"], "2A": ["Nora"], "2B": ["Nora"] });
    expect((await shown(office.desk, await checked(office, list("c9", "2 a")))).questions).toContainEqual({
      reason: "twoClasses",
      answer: "same",
      count: 1,
    });
  });

  test("is decided once: of fifty calls one moves the students, each of them once", async () => {
    const office = await aListedClass();
    const runId = await checked(office, next);
    const { digest } = await shown(office.desk, runId);
    const forAll = [{ reason: "classNameTaken", answer: "other" }] as const;
    const body = { digest, answers: [], forAll: [...forAll], allowsLoss: false };
    const answers = await Promise.all(Array.from({ length: 50 }, () => office.desk.call(applyRoster, { params: { runId }, body })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const [nora] = await portal.context.database
      .selectFrom("account_players as ap")
      .innerJoin("players as p", "p.id", "ap.player_id")
      .select("ap.account_id")
      .where("p.organization_id", "=", office.organization.id)
      .where("p.name", "=", "Nora")
      .execute();
    const events = await eventsAbout(portal, nora?.account_id ?? "");
    expect(events.filter(({ event }) => event === "student_moved")).toHaveLength(1);
  });
});

describe("a class of the list that looks like another class", () => {
  test("leaves the students where they are with the answers same and skip", async () => {
    for (const answer of ["same", "skip"] as const) {
      const office = await aListedClass();
      const runId = await applied(office, next, { answer: to(answer) });
      expect((await classesOf(portal, office))["2A"]).toEqual(expect.arrayContaining(["Aksel", "Bo", "Emil", "Li", "Nora"]));
      expect((await shown(office.desk, runId)).run.counts.MOVED).toBe(0);
    }
  });

  test.each([
    ["same", { "2 a": ["Ada", "Aksel", "Bo", "Ea", "Emil", "Li", "Nora"], "2A": [] }],
    ["other", { "2 a": ["Ada", "Aksel", "Bo", "Ea", "Emil", "Li", "Nora"], "2A": ["Ea"] }],
    ["skip", { "2 a": ["Ada", "Aksel", "Bo", "Emil", "Li", "Nora"], "2A": ["Ea"] }],
  ] as const)("that a person calls another gets a typed student only if the person recognizes the student: %s", async (answer, classes) => {
    const office = await aListedClass();
    await office.desk.call(createStudent, { body: { studentName: "Ea", groupId: await groupNamed(portal, office, "2A") } });
    const before = await classesOf(portal, office);
    const list = [listed("c9", "2 a", [...five, "s6 Ada", "s7 Ea"])];
    const runId = await applied(office, list, { answer: to("other", answer) });
    expect(await classesOf(portal, office)).toEqual(classes);
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual(before);
    const ea = portal.context.database.selectFrom("players").select("external_id").where("organization_id", "=", office.organization.id);
    expect(await ea.where("name", "=", "Ea").execute()).toEqual([{ external_id: null }]);
  });

  test("takes nobody from a third class if it is skipped, so it stops nothing and counts nobody", async () => {
    for (const answer of ["skip", "other"] as const) {
      const office = await aListedClass();
      await office.desk.call(createPlayerGroup, { body: { name: "2B", organizationId: office.organization.id } });
      const list = [listed("c1", "2A", five.slice(2)), listed("c2", "2b", [...five.slice(0, 2), "s6 Ada"])];
      const runId = await checked(office, list);
      expect((await shown(office.desk, runId)).run).toMatchObject({ status: "STOPPED", counts: { MOVED: 2, NEW: 1 } });
      const answered = await apply(office.desk, runId, { answer: to(answer) });
      if (answer === "other") expect(codeIn(answered)).toBe("errors.rosterStopped");
      else {
        expect(answered.status).toBe(204);
        expect((await classesOf(portal, office))["2A"]).toEqual(["Aksel", "Bo", "Emil", "Li", "Nora"]);
        expect((await shown(office.desk, runId)).run.counts).toMatchObject({ MOVED: 0, NEW: 0, CONFLICT: 1 });
      }
    }
  });

  test("that is skipped leaves the answers of the questions after it as they are", async () => {
    const office = await anOffice(portal);
    for (const name of ["2A", "2B"]) await office.desk.call(createPlayerGroup, { body: { name, organizationId: office.organization.id } });
    const list = [listed("c1", "2a", ["s1 Nora", "s2 Emil"]), listed("c2", "2b", ["s3 Bo"])];
    const runId = await checked(office, list);
    const answer = ({ name }: RosterChange) => (name === "2a" ? "skip" : "same");
    expect((await apply(office.desk, runId, { answer })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": [], "2B": ["Bo"] });
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2A": [], "2B": [] });
  });

  test("marks a student whom the list omits once, with the answers same and other", async () => {
    for (const answer of ["same", "other"] as const) {
      const office = await aListedClass();
      const runId = await checked(office, [listed("c9", "2 a", [...five.slice(0, 4), "s6 Ada"])]);
      expect((await shown(office.desk, runId)).run).toMatchObject({ status: "CHECKED", counts: { LEFT: 1 } });
      expect((await apply(office.desk, runId, { answer: to(answer) })).status).toBe(204);
      expect((await overview(office)).missing).toMatchObject([{ playerName: "Bo" }]);
    }
  });
});
