/** Teachers get their classes at login: Feide's groups are read after it, and neither a slow nor a broken Feide keeps anybody out. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codeIn } from "#test/class-imports.ts";
import { aSession, anAccount, anOrganization } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, connect, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aFeideSchool, aFeideTeacher, aGroup, aGroupOf, aSchoolNumber, logInAndRead } from "#test/feide-schools.ts";
import { apply, changesOf, classesOf, groupNamed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { badgesOf, codeOn, scan } from "#test/school-class.ts";
import { readGroups } from "./read-groups.ts";
import { runNightly } from "./run-nightly.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.identities.behave());
afterAll(() => portal.close());

const classes = (school: RosterOffice) => classesOf(portal, school);
const waiting = async () => portal.context.database.selectFrom("group_readings").select("account_id").execute();
/** The dates of its school year are in the id of a class, so Feide gives the class of another year another id. */
const inAnotherYear = <T extends { id: string }>(group: T): T => ({ ...group, id: group.id.replace("2026-08-01", "2027-08-01") });
/** A reading that failed is tried again after thirty seconds. */
const untilNextTry = 31;

describe("readGroups", () => {
  test("a class arrives with the login of its teacher, who prints badges, and a child logs in", async () => {
    const school = await aFeideSchool(portal);
    const { account, person } = await aFeideTeacher(
      portal,
      [school],
      [aGroup(school, "4C", ["Ingrid", "Jonas"]), aGroupOf("u", { ...school, name: "Norsk", students: ["Ingrid"] })],
    );
    await logInAndRead(portal, person);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    const desk = await aSession(portal, account, { loginType: "FEIDE", organizationId: school.organization.id });
    const [badge] = await badgesOf({ desk, group: { id: await groupNamed(portal, school, "4C") } });
    expect((await scan(portal.browser(), codeOn(badge))).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  test("a second login changes nothing, and what takes away waits for the night", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
    await logInAndRead(portal, person);
    await logInAndRead(portal, person);
    expect((await overview(school)).runs).toHaveLength(1);
    await logInAndRead(portal, { ...person, groups: [aGroup(school, "4C", ["Ingrid", "Maja"])] });
    expect((await overview(school)).runs[0]).toMatchObject({ status: "CHECKED", counts: { NEW: 1, LEFT: 1 } });
    expect(await classes(school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
  });

  test.each([
    ["other", [], { "4C": ["Ada", "Ingrid", "Jonas"] }],
    ["skip", [], { "4C": ["Ingrid", "Jonas"] }],
    ["same", ["Ingrid", "Jonas"], { "4C": ["Ada", "Ingrid", "Jonas"] }],
  ] as const)("a class that looks like a colleague's takes nobody from it unless it is the same: %s", async (answer, missing, after) => {
    const school = await aFeideSchool(portal);
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])])).person);
    const groups = [inAnotherYear(aGroup(school, "4C", ["Ada"]))];
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], groups)).person);
    const [run] = (await overview(school)).runs;
    expect((await apply(school.desk, run?.id ?? "", { answer: ({ thing }) => (thing === "CLASS" ? answer : undefined) })).status).toBe(204);
    expect((await overview(school)).missing.map(({ playerName }) => playerName).toSorted()).toEqual(missing);
    expect(await classes(school)).toEqual(after);
  });

  test("a class that looks like a colleague's stops the run only if it is the same, because otherwise nobody leaves", async () => {
    for (const answer of ["other", "skip", "same"] as const) {
      const school = await aFeideSchool(portal);
      const six = ["Ada", "Bo", "Cy", "Di", "Eva", "Flo"];
      await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "4C", six)])).person);
      const groups = [inAnotherYear(aGroup(school, "4C", ["Ada", "Gro"]))];
      await logInAndRead(portal, (await aFeideTeacher(portal, [school], groups)).person);
      const runId = (await overview(school)).runs[0]?.id ?? "";
      expect((await shown(school.desk, runId)).run).toMatchObject({ status: "STOPPED", counts: { LEFT: 5 } });
      const applied = await apply(school.desk, runId, { answer: ({ thing }) => (thing === "CLASS" ? answer : undefined) });
      if (answer === "same") expect(codeIn(applied)).toBe("errors.rosterStopped");
      else {
        expect(applied.status).toBe(204);
        expect((await shown(school.desk, runId)).run).toMatchObject({ status: "APPLIED", counts: { LEFT: 0 } });
        expect((await overview(school)).missing).toEqual([]);
      }
    }
  });

  test("a login that would take a third of a colleague's class is stopped, also in the night, and shows the class", async () => {
    const school = await aFeideSchool(portal);
    const six = ["Ada", "Bo", "Cy", "Di", "Eva", "Flo"];
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "4C", six)])).person);
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "5D", six.slice(0, 2))])).person);
    const [run] = (await overview(school)).runs;
    expect(run).toMatchObject({ status: "STOPPED", counts: { MOVED: 2 } });
    expect((await shown(school.desk, run?.id ?? "")).classes).toMatchObject([
      { className: "5D", stops: false },
      { className: "4C", stops: true },
    ]);
    await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
    await runNightly(portal.context);
    expect(await classes(school)).toEqual({ "4C": six });
    expect(codeIn(await apply(school.desk, run?.id ?? ""))).toBe("errors.rosterStopped");
    expect((await apply(school.desk, run?.id ?? "", { allowsLoss: true })).status).toBe(204);
    expect(await classes(school)).toEqual({ "4C": six.slice(2), "5D": six.slice(0, 2) });
  });

  test("a login that moves a fifth of a colleague's class is applied in the night", async () => {
    const school = await aFeideSchool(portal);
    const five = ["Ada", "Bo", "Cy", "Di", "Eva"];
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "4C", five)])).person);
    await logInAndRead(portal, (await aFeideTeacher(portal, [school], [aGroup(school, "5D", ["Ada"])])).person);
    await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
    await runNightly(portal.context);
    expect(await classes(school)).toEqual({ "4C": five.slice(1), "5D": ["Ada"] });
  });

  test("with approval everything waits for a person, and the teacher gets the class then", async () => {
    const school = await aFeideSchool(portal, "APPROVAL");
    const { account, person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
    await logInAndRead(portal, person);
    expect(await classes(school)).toEqual({});
    const [run] = (await overview(school)).runs;
    expect(await changesOf(school.desk, run?.id ?? "")).toMatchObject([{ thing: "CLASS" }, { thing: "STUDENT" }, { thing: "TEACHER" }]);
    expect((await apply(school.desk, run?.id ?? "")).status).toBe(204);
    const held = portal.context.database
      .selectFrom("account_player_group_rights")
      .select("rights_level")
      .where("account_id", "=", account.id);
    expect(await held.execute()).toEqual([{ rights_level: "MODIFY" }]);
  });

  test("a teacher in two schools brings each school its own classes, and none to a third", async () => {
    const [one, two, third] = [await aFeideSchool(portal), await aFeideSchool(portal), await aFeideSchool(portal)];
    const groups = [aGroup(one, "1A", ["Ada"]), aGroup(two, "2B", ["Bo"]), aGroup(third, "3C", ["Cy"])];
    const { person } = await aFeideTeacher(portal, [one, two], groups);
    await logInAndRead(portal, person);
    expect(await classes(one)).toEqual({ "1A": ["Ada"] });
    expect(await classes(two)).toEqual({ "2B": ["Bo"] });
    expect(await classes(third)).toEqual({});
  });

  test("a school that two teachers share gets a class once", async () => {
    const school = await aFeideSchool(portal);
    const groups = [aGroup(school, "4C", ["Ingrid"])];
    const [one, two] = [await aFeideTeacher(portal, [school], groups), await aFeideTeacher(portal, [school], groups)];
    await logInAndRead(portal, one.person);
    await logInAndRead(portal, two.person);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    const held = portal.context.database.selectFrom("account_player_group_rights").select("account_id").execute();
    expect((await held).map(({ account_id }) => account_id)).toEqual(expect.arrayContaining([one.account.id, two.account.id]));
  });

  test.each(["me/groups", "members"])(
    "Feide's groups away at %s: the login works, and the classes come once Feide is back",
    async (part) => {
      const school = await aFeideSchool(portal);
      const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
      portal.identities.bends.before = (path, response) => {
        if (!path.includes("/groups-api/") || !path.endsWith(part)) return false;
        response.writeHead(503).end();
        return true;
      };
      await logInAndRead(portal, person);
      expect(await classes(school)).toEqual({});
      portal.identities.behave();
      await readGroups(portal.context);
      expect(await classes(school)).toEqual({});
      await portal.clock.travel(untilNextTry);
      await readGroups(portal.context);
      expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    },
  );

  test("after three tries a reading is given up, and no token is kept", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
    portal.identities.bends.before = (path, response) => {
      if (!path.includes("/groups-api/")) return false;
      response.writeHead(200, { "content-type": "application/json" }).end("not JSON");
      return true;
    };
    await logInAndRead(portal, person);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await waiting()).toHaveLength(1);
      await portal.clock.travel(untilNextTry);
      await readGroups(portal.context);
    }
    expect(await waiting()).toEqual([]);
    expect(await classes(school)).toEqual({});
  });

  test("a token that no key opens keeps no other teacher's classes away, and is given up", async () => {
    const school = await aFeideSchool(portal);
    const [lost, other] = [
      await aFeideTeacher(portal, [school]),
      await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]),
    ];
    for (const { person } of [lost, other]) await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    const { database } = portal.context;
    const sealed_access_token = Buffer.from("sealed by a key that is gone");
    await database.updateTable("group_readings").set({ sealed_access_token }).where("account_id", "=", lost.account.id).execute();
    await readGroups(portal.context);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    for (let attempt = 0; attempt < 2; attempt++) {
      await portal.clock.travel(untilNextTry);
      await readGroups(portal.context);
    }
    expect(await waiting()).toEqual([]);
  });

  test("fifty processes read one login once", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
    await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    const before = portal.identities.requests.length;
    await Promise.all(Array.from({ length: 50 }, () => readGroups(portal.context)));
    expect(portal.identities.requests.slice(before).filter((path) => path.endsWith("me/groups"))).toHaveLength(1);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
  });

  test("nothing is asked of Feide for a school that is not connected, nor for a member who does not teach", async () => {
    const organization = await anOrganization(portal);
    const plain = { organization, schoolNumber: aSchoolNumber() };
    const { person } = await aFeideTeacher(portal, [plain], [aGroup(plain, "4C", ["Ingrid"])]);
    await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    expect(await waiting()).toEqual([]);
    const school = await aFeideSchool(portal);
    const memberships = [{ organization: school.organization, roles: ["member"] }];
    const account = await anAccount(portal, { loginTypes: ["FEIDE"], memberships });
    const member = aPerson({ groups: [aGroup(school, "4C", ["Ingrid"])] });
    await connect(portal, { account, provider: "FEIDE", person: member });
    const before = portal.identities.requests.length;
    await logInAndRead(portal, member);
    expect(portal.identities.requests.slice(before).filter((path) => path.includes("/groups-api/"))).toEqual([]);
    expect(await classes(school)).toEqual({});
  });
});
