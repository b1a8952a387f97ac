/** Teachers get their classes at login: Feide's groups are read after it, and neither a slow nor a broken Feide keeps anybody out. */
import type { RosterMode } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codeIn } from "#test/class-imports.ts";
import { aSession, anAccount, anOrganization } from "#test/builders.ts";
import { aPerson, buildFederatedPortal, connect, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import type { Person } from "#test/identity-provider.ts";
import { apply, changesOf, classesOf, connectFeide, groupNamed, overview, shown } from "#test/rosters.ts";
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

let schools = 0;
const nextNumber = () => String(900_000_000 + ++schools);

async function aFeideSchool(mode: RosterMode = "NIGHTLY") {
  const organization = await anOrganization(portal);
  const head = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, head, { loginType: "PASSWORD", organizationId: organization.id });
  const schoolNumber = nextNumber();
  expect((await connectFeide(portal, organization, { schoolNumber, mode })).status).toBe(204);
  return { organization, head, desk, schoolNumber };
}

type FeideSchool = Awaited<ReturnType<typeof aFeideSchool>>;

/** A class as Feide describes it. */
function aGroup({ schoolNumber }: { schoolNumber: string }, name: string, students: readonly string[], kind = "b") {
  const student = (each: string) => ({
    name: each,
    userid_sec: [`feide:${each.toLowerCase()}@${schoolNumber}.example`],
    membership: { basic: "member", affiliation: "student" },
  });
  return {
    id: `fc:gogroup:school.example:${kind}:NO${schoolNumber}:${name}%2F1:2026-08-01:2027-07-31`,
    type: "fc:gogroup",
    go_type: kind,
    displayName: { nb: name },
    parent: `fc:org:school.example:unit:NO${schoolNumber}`,
    membership: { basic: "owner", affiliation: "faculty" },
    members: [...students.map(student), { name: "Kari", userid_sec: ["feide:kari@x"], membership: { affiliation: "faculty" } }],
  };
}

async function aFeideTeacher(of: readonly FeideSchool[], groups: Person["groups"] = []) {
  const memberships = of.map(({ organization }) => ({ organization, roles: ["teacher"] }));
  const account = await anAccount(portal, { loginTypes: ["PASSWORD", "FEIDE"], memberships });
  const person = aPerson({ groups });
  await connect(portal, { account, provider: "FEIDE", person });
  return { account, person };
}

async function logInAndRead(person: Person) {
  const browser = portal.browser();
  const answer = await logInAt(portal.identities, browser, { provider: "FEIDE", person });
  expect(answer.headers.location).toBe("/post-login");
  await readGroups(portal.context);
  return browser;
}

const classes = (school: RosterOffice) => classesOf(portal, school);
const waiting = async () => portal.context.database.selectFrom("group_readings").select("account_id").execute();

describe("readGroups", () => {
  test("a class arrives with the login of its teacher, who prints badges, and a child logs in", async () => {
    const school = await aFeideSchool();
    const { account, person } = await aFeideTeacher(
      [school],
      [aGroup(school, "4C", ["Ingrid", "Jonas"]), aGroup(school, "Norsk", ["Ingrid"], "u")],
    );
    await logInAndRead(person);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    const desk = await aSession(portal, account, { loginType: "FEIDE", organizationId: school.organization.id });
    const [badge] = await badgesOf({ desk, group: { id: await groupNamed(portal, school, "4C") } });
    expect((await scan(portal.browser(), codeOn(badge))).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  test("a second login changes nothing, and what takes away waits for the night", async () => {
    const school = await aFeideSchool();
    const { person } = await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
    await logInAndRead(person);
    await logInAndRead(person);
    expect((await overview(school)).runs).toHaveLength(1);
    await logInAndRead({ ...person, groups: [aGroup(school, "4C", ["Ingrid", "Maja"])] });
    expect((await overview(school)).runs[0]).toMatchObject({ status: "CHECKED", counts: { NEW: 1, LEFT: 1 } });
    expect(await classes(school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
  });

  test("a login that would empty a colleague's class is stopped, also in the night, and shows the class", async () => {
    const school = await aFeideSchool();
    const six = ["Ada", "Bo", "Cy", "Di", "Eva", "Flo"];
    await logInAndRead((await aFeideTeacher([school], [aGroup(school, "4C", six)])).person);
    await logInAndRead((await aFeideTeacher([school], [aGroup(school, "5D", six.slice(0, 2))])).person);
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
    const school = await aFeideSchool();
    const five = ["Ada", "Bo", "Cy", "Di", "Eva"];
    await logInAndRead((await aFeideTeacher([school], [aGroup(school, "4C", five)])).person);
    await logInAndRead((await aFeideTeacher([school], [aGroup(school, "5D", ["Ada"])])).person);
    await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
    await runNightly(portal.context);
    expect(await classes(school)).toEqual({ "4C": five.slice(1), "5D": ["Ada"] });
  });

  test("with approval everything waits for a person, and the teacher gets the class then", async () => {
    const school = await aFeideSchool("APPROVAL");
    const { account, person } = await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid"])]);
    await logInAndRead(person);
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
    const [one, two, third] = [await aFeideSchool(), await aFeideSchool(), await aFeideSchool()];
    const groups = [aGroup(one, "1A", ["Ada"]), aGroup(two, "2B", ["Bo"]), aGroup(third, "3C", ["Cy"])];
    const { person } = await aFeideTeacher([one, two], groups);
    await logInAndRead(person);
    expect(await classes(one)).toEqual({ "1A": ["Ada"] });
    expect(await classes(two)).toEqual({ "2B": ["Bo"] });
    expect(await classes(third)).toEqual({});
  });

  test("a school that two teachers share gets a class once", async () => {
    const school = await aFeideSchool();
    const groups = [aGroup(school, "4C", ["Ingrid"])];
    const [one, two] = [await aFeideTeacher([school], groups), await aFeideTeacher([school], groups)];
    await logInAndRead(one.person);
    await logInAndRead(two.person);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    const held = portal.context.database.selectFrom("account_player_group_rights").select("account_id").execute();
    expect((await held).map(({ account_id }) => account_id)).toEqual(expect.arrayContaining([one.account.id, two.account.id]));
  });

  test.each(["me/groups", "members"])(
    "Feide's groups away at %s: the login works, and the classes come once Feide is back",
    async (part) => {
      const school = await aFeideSchool();
      const { person } = await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid"])]);
      portal.identities.bends.before = (path, response) => {
        if (!path.includes("/groups-api/") || !path.endsWith(part)) return false;
        response.writeHead(503).end();
        return true;
      };
      await logInAndRead(person);
      expect(await classes(school)).toEqual({});
      portal.identities.behave();
      await readGroups(portal.context);
      expect(await classes(school)).toEqual({});
      await portal.clock.travel(31);
      await readGroups(portal.context);
      expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    },
  );

  test("after three tries a reading is given up, and no token is kept", async () => {
    const school = await aFeideSchool();
    const { person } = await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid"])]);
    portal.identities.bends.before = (path, response) => {
      if (!path.includes("/groups-api/")) return false;
      response.writeHead(200, { "content-type": "application/json" }).end("not JSON");
      return true;
    };
    await logInAndRead(person);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await waiting()).toHaveLength(1);
      await portal.clock.travel(31);
      await readGroups(portal.context);
    }
    expect(await waiting()).toEqual([]);
    expect(await classes(school)).toEqual({});
  });

  test("a token that no key opens keeps no other teacher's classes away, and is given up", async () => {
    const school = await aFeideSchool();
    const [lost, other] = [await aFeideTeacher([school]), await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid"])])];
    for (const { person } of [lost, other]) await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    const { database } = portal.context;
    const sealed_access_token = Buffer.from("sealed by a key that is gone");
    await database.updateTable("group_readings").set({ sealed_access_token }).where("account_id", "=", lost.account.id).execute();
    await readGroups(portal.context);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
    for (let attempt = 0; attempt < 2; attempt++) {
      await portal.clock.travel(31);
      await readGroups(portal.context);
    }
    expect(await waiting()).toEqual([]);
  });

  test("fifty processes read one login once", async () => {
    const school = await aFeideSchool();
    const { person } = await aFeideTeacher([school], [aGroup(school, "4C", ["Ingrid"])]);
    await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    const before = portal.identities.requests.length;
    await Promise.all(Array.from({ length: 50 }, () => readGroups(portal.context)));
    expect(portal.identities.requests.slice(before).filter((path) => path.endsWith("me/groups"))).toHaveLength(1);
    expect(await classes(school)).toEqual({ "4C": ["Ingrid"] });
  });

  test("nothing is asked of Feide for a school that is not connected, nor for a member who does not teach", async () => {
    const organization = await anOrganization(portal);
    const plain = { organization, schoolNumber: nextNumber() } as unknown as FeideSchool;
    const { person } = await aFeideTeacher([plain], [aGroup(plain, "4C", ["Ingrid"])]);
    await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person });
    expect(await waiting()).toEqual([]);
    const school = await aFeideSchool();
    const memberships = [{ organization: school.organization, roles: ["member"] }];
    const account = await anAccount(portal, { loginTypes: ["FEIDE"], memberships });
    const member = aPerson({ groups: [aGroup(school, "4C", ["Ingrid"])] });
    await connect(portal, { account, provider: "FEIDE", person: member });
    await logInAndRead(member);
    expect(await classes(school)).toEqual({});
  });
});
