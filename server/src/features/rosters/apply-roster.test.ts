/** A school's own list is applied once and whole, and refused when the classes have changed. */
import { createPlayerGroup, editPlayerGroup } from "@storyport/contract/player-groups";
import { createStudent } from "@storyport/contract/players";
import { logInWithBadge } from "@storyport/contract/qr-login";
import { applyRoster, undoRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { codeIn } from "#test/class-imports.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { anOffice, applied, apply, changesOf, checked, classesOf, groupNamed, listed, overview, shown, taughtBy } from "#test/rosters.ts";
import { badgesOf, codeOn } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];

describe("applyRoster", () => {
  test("makes, moves, renames and marks, and removes nobody", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five), listed("c2", "2B", ["s6 Ada"])]);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Aksel", "Bo", "Emil", "Li", "Nora"], "2B": ["Ada"] });
    await applied(office, [listed("c1", "2A", ["s1 Nora B", "s2 Emil", "s3 Aksel", "s4 Li", "s6 Ada"]), listed("c2", "3B", ["s7 Ea"])]);
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Ada", "Aksel", "Bo", "Emil", "Li", "Nora B"], "3B": ["Ea"] });
    expect((await overview(office)).missing).toMatchObject([{ playerName: "Bo", groupName: "2A" }]);
  });

  test("a list without changes asks for nothing, and a missing student who is listed again is marked no more", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    expect((await shown(office.desk, await checked(office, [listed("c1", "2A", five)]))).classes).toEqual([]);
    await applied(office, [listed("c1", "2A", five.slice(0, 4))]);
    expect((await overview(office)).missing).toHaveLength(1);
    // The mark is no change the second time.
    expect((await shown(office.desk, await checked(office, [listed("c1", "2A", five.slice(0, 4))]))).classes).toEqual([]);
    await applied(office, [listed("c1", "2A", five)]);
    expect((await overview(office)).missing).toEqual([]);
  });

  test("a student who moves keeps the account, and the badge of the class before ends", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    const [badge] = await badgesOf({ desk: office.desk, group: { id: await groupNamed(portal, office, "2A") } });
    const moving = five.find((each) => each.endsWith(badge?.displayName ?? "")) ?? "";
    await applied(office, [
      listed(
        "c1",
        "2A",
        five.filter((each) => each !== moving),
      ),
      listed("c2", "2B", [moving]),
    ]);
    expect((await classesOf(portal, office))["2B"]).toEqual([badge?.displayName]);
    const answer = await portal.browser().call(logInWithBadge, { query: { code: codeOn(badge) } });
    expect(answer.status).toBe(401);
  });

  test("a class and students that somebody typed become those of the list, if a person says so", async () => {
    const office = await anOffice(portal);
    const { body } = await office.desk.call(createPlayerGroup, { body: { name: "2 a", organizationId: office.organization.id } });
    const groupId = (body as { id: string }).id;
    await office.desk.call(createStudent, { body: { studentName: "Nora", groupId } });
    await office.desk.call(createStudent, { body: { studentName: "Emil", groupId } });
    const list = [listed("c1", "2A", ["s1 nora", "s2 Emil", "s3 Aksel"])];
    const runId = await checked(office, list);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { kind: "CONFLICT", thing: "CLASS", reason: "classLooksKnown", likeName: "2 a", answers: ["same", "other", "skip"] },
      { kind: "CONFLICT", thing: "STUDENT", name: "nora", reason: "looksAlike", likeName: "Nora" },
      { kind: "CONFLICT", thing: "STUDENT", name: "Emil", reason: "looksAlike", likeName: "Emil" },
      { kind: "NEW", thing: "STUDENT", name: "Aksel" },
    ]);
    const answer = ({ name }: { name: string }) => (name === "Emil" ? "other" : "same");
    expect((await apply(office.desk, runId, { answer })).status).toBe(204);
    expect(await classesOf(portal, office)).toEqual({ "2 a": ["Aksel", "Emil", "Emil", "Nora"] });
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("a list with other names renames each student's account, and no account of a student it names as before", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil", "s3 Bo"])]);
    await applied(office, [listed("c1", "2A", ["s1 Nora Berg", "s2 Emil Dahl", "s3 Bo"])]);
    const accounts = await portal.context.database
      .selectFrom("players as p")
      .innerJoin("account_players as ap", "ap.player_id", "p.id")
      .innerJoin("accounts as a", "a.id", "ap.account_id")
      .select(["p.name", "a.display_name", "a.version"])
      .where("p.organization_id", "=", office.organization.id)
      .orderBy("p.name")
      .execute();
    expect(accounts).toEqual([
      { name: "Bo", display_name: "Bo", version: 1 },
      { name: "Emil Dahl", display_name: "Emil Dahl", version: 2 },
      { name: "Nora Berg", display_name: "Nora Berg", version: 2 },
    ]);
  });

  test("waits for the account of a student whom it renames before it holds the class, and so does its undo", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora Berg", "s2 Emil"])]);
    const { digest } = await shown(office.desk, runId);
    const [nora] = await badgesOf({ desk: office.desk, group: { id: await groupNamed(portal, office, "2A") } });
    const calls = [
      () => office.desk.call(applyRoster, { params: { runId }, body: { digest, answers: [], allowsLoss: false } }),
      () => office.desk.call(undoRoster, { params: { runId }, body: {} }),
    ];
    for (const call of calls) {
      const answer = await meanwhile(portal, {
        account: { id: nora?.userId ?? "" },
        happens: async () => undefined,
        // An erasure holds the account and then its classes.
        goesOn: (transaction) =>
          sql`select from player_groups where organization_id = ${office.organization.id}::uuid for no key update nowait`.execute(
            transaction,
          ),
        call,
      });
      expect(answer.status, answer.text).toBe(204);
    }
  });

  test("a question without an answer is skipped with its students, and asked again", async () => {
    const office = await anOffice(portal);
    await office.desk.call(createPlayerGroup, { body: { name: "2A", organizationId: office.organization.id } });
    const list = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s2 Emil"])];
    await applied(office, list);
    expect(await classesOf(portal, office)).toEqual({ "2A": [], "2B": ["Emil"] });
    expect(await changesOf(office.desk, await checked(office, list))).toMatchObject([
      { reason: "classLooksKnown" },
      { kind: "NEW", name: "Nora" },
    ]);
  });

  test("a student of two classes is in both, if a person says so", async () => {
    const office = await anOffice(portal);
    const list = [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"])];
    await applied(office, list, { answer: ({ reason }) => (reason === "twoClasses" ? "same" : undefined) });
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Nora"], "2B": ["Nora"] });
    expect((await shown(office.desk, await checked(office, list))).classes).toEqual([]);
  });

  test("a listed teacher who works here may change the class; strangers and members who do not teach get nothing", async () => {
    const office = await anOffice(portal);
    const { organization } = office;
    const teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const member = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    const stranger = await anAccount(portal, {});
    const emails = [teacher, member, stranger].map(({ email }) => email);
    await applied(office, [taughtBy(listed("c1", "2A", ["s1 Nora"]), [...emails, (teacher.email ?? "").toUpperCase()])]);
    const group = await groupNamed(portal, office, "2A");
    const held = portal.context.database.selectFrom("account_player_group_rights").where("player_group_id", "=", group);
    const rights = await held.select(["account_id", "rights_level"]).execute();
    expect(new Map(rights.map(({ account_id, rights_level }) => [account_id, rights_level]))).toEqual(
      new Map([
        [office.head.id, "OWNER"],
        [teacher.id, "MODIFY"],
      ]),
    );
  });

  test("a teacher of two schools gets a class of each by the list of each", async () => {
    const [first, second] = [await anOffice(portal), await anOffice(portal)];
    const memberships = [first, second].map(({ organization }) => ({ organization, roles: ["teacher"] }));
    const teacher = await anAccount(portal, { memberships });
    await applied(first, [taughtBy(listed("c1", "2A", ["s1 Nora"]), [teacher.email])]);
    await applied(second, [taughtBy(listed("c1", "2A", ["s1 Nora"]), [teacher.email])]);
    const held = portal.context.database
      .selectFrom("account_player_group_rights")
      .select("rights_level")
      .where("account_id", "=", teacher.id);
    expect((await held.execute()).map(({ rights_level }) => rights_level)).toEqual(["MODIFY", "MODIFY"]);
  });

  test("stops when more than a fifth of a class would disappear, until a person allows it", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five), listed("c2", "2B", ["s6 Ada", "s7 Ea"])]);
    const runId = await checked(office, [listed("c1", "2A", five.slice(0, 3)), listed("c2", "2B", [])]);
    const { run, classes } = await shown(office.desk, runId);
    expect(run.status).toBe("STOPPED");
    // A class of two is too small to tell.
    expect(classes.map(({ className, stops }) => [className, stops])).toEqual([
      ["2A", true],
      ["2B", false],
    ]);
    expect(codeIn(await apply(office.desk, runId))).toBe("errors.rosterStopped");
    expect((await overview(office)).missing).toEqual([]);
    expect((await apply(office.desk, runId, { allowsLoss: true })).status).toBe(204);
    expect((await overview(office)).missing).toHaveLength(4);
    const { organization } = office;
    expect((await eventsAbout(portal, organization.id)).map(({ event }) => event)).toContain("roster_stopped");
  });

  test("a fifth may leave without a stop", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five)]);
    expect((await shown(office.desk, await checked(office, [listed("c1", "2A", five.slice(1))]))).run.status).toBe("CHECKED");
  });

  test("a class that the list names no more stops the run, because all of it would disappear", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", five), listed("c2", "2B", ["s6 Ada"])]);
    expect((await shown(office.desk, await checked(office, [listed("c2", "2B", ["s6 Ada"])]))).run.status).toBe("STOPPED");
  });

  test("one of fifty approvals at once applies it, and the others are refused", async () => {
    const office = await anOffice(portal);
    const runId = await checked(office, [listed("c1", "2A", five)]);
    const { digest } = await shown(office.desk, runId);
    const body = { digest, answers: [], allowsLoss: false };
    const answers = await Promise.all(Array.from({ length: 50 }, () => office.desk.call(applyRoster, { params: { runId }, body })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const told = ["errors.rosterDecided", "errors.rosterUnderWay"];
    expect(answers.filter((answer) => told.some((code) => code === codeIn(answer)))).toHaveLength(49);
    expect(codeIn(await office.desk.call(applyRoster, { params: { runId }, body }))).toBe("errors.rosterDecided");
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Aksel", "Bo", "Emil", "Li", "Nora"] });
  });

  test("if the classes have changed since the check, nothing is applied and the new changes are shown", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const runId = await checked(office, [listed("c1", "2A", ["s1 Nora", "s2 Emil"])]);
    const seen = await shown(office.desk, runId);
    const groupId = await groupNamed(portal, office, "2A");
    await office.desk.call(createStudent, { body: { studentName: "Emil", groupId } });
    const answer = await office.desk.call(applyRoster, {
      params: { runId },
      body: { digest: seen.digest, answers: [], allowsLoss: false },
    });
    expect(codeIn(answer)).toBe("errors.rosterChanged");
    expect((await classesOf(portal, office))["2A"]).toEqual(["Emil", "Nora"]);
    expect(await changesOf(office.desk, runId)).toMatchObject([{ kind: "CONFLICT", reason: "looksAlike", name: "Emil" }]);
    expect((await apply(office.desk, runId, { answer: () => "same" })).status).toBe(204);
    expect((await classesOf(portal, office))["2A"]).toEqual(["Emil", "Nora"]);
  });

  test("the history names the player of a student without an account who moves", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", [])]);
    const fromGroupId = await groupNamed(portal, office, "2A");
    const { database } = portal.context;
    const players = database.selectFrom("players").select("id").where("organization_id", "=", office.organization.id);
    const { id } = await players.executeTakeFirstOrThrow();
    await database.deleteFrom("account_players").where("player_id", "=", id).execute();
    await applied(office, [listed("c1", "2A", []), listed("c2", "2B", ["s1 Nora"])]);
    const playerGroupId = await groupNamed(portal, office, "2B");
    expect(await eventsAbout(portal, id)).toMatchObject([{ event: "student_moved", details: { playerGroupId, fromGroupId } }]);
  });

  test("a class that was archived is made again by the next list, and its students go there", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", ["s1 Nora"])]);
    const playerGroupId = await groupNamed(portal, office, "2A");
    await office.desk.call(editPlayerGroup, { params: { playerGroupId }, body: { version: 1, archived: true } });
    const changes = await changesOf(office.desk, await checked(office, [listed("c1", "2A", ["s1 Nora"])]));
    expect(changes).toMatchObject([
      { kind: "NEW", thing: "CLASS" },
      { kind: "MOVED", name: "Nora" },
    ]);
  });
});
