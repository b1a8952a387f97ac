/** While Feide's groups are slow or away, teachers log in without new classes, the school learns since when, and its classes stay. */
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { disconnectRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ServerResponse } from "node:http";
import { aSession } from "#test/builders.ts";
import { buildFederatedPortal } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aFeideSchool, aFeideTeacher, aGroup, aSchoolNumber, logInAndRead, logInByFeide } from "#test/feide-schools.ts";
import type { FeideSchool } from "#test/feide-schools.ts";
import { classesOf, connectFeide, overview } from "#test/rosters.ts";
import { readGroups } from "./read-groups.ts";
import { runNightly } from "./run-nightly.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.identities.behave());
afterAll(() => portal.close());
const isOfGroups = (path: string) => path.includes("/groups-api/");
const connectionOf = async (school: FeideSchool) => (await overview(school)).connection;

/** A teacher whose class Feide knows, at a school that has had it before. */
async function aSchoolWithClass() {
  const school = await aFeideSchool(portal);
  const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
  await logInAndRead(portal, person);
  expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
  const grown = { ...person, groups: [aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"])] };
  return { school, person: grown };
}

describe("Feide's groups", () => {
  test("that are slow hold no login up: the teacher is in before they answer, and the classes come then", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
    const { promise: released, resolve: release } = Promise.withResolvers<boolean>();
    portal.identities.bends.before = (path) => (isOfGroups(path) ? released : false);
    const desk = await logInByFeide(portal, person);
    const reading = readGroups(portal.context);
    expect((await desk.call(listPlayerGroupRights)).body).toEqual([]);
    release(false);
    await reading;
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid"] });
    expect(await connectionOf(school)).toMatchObject({ readAt: expect.any(String) });
  });

  test.each([
    ["answer 503", (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.writeHead(503).end())],
    ["close the connection", (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.destroy())],
    [
      "answer something else",
      (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.writeHead(200).end("<html>")),
    ],
  ])(
    "that %s: logins go on, the school learns since when, the night keeps the classes, and the next reading ends it",
    async (_, before) => {
      const { school, person } = await aSchoolWithClass();
      portal.identities.bends.before = before;
      await logInAndRead(portal, person);
      const failing = await connectionOf(school);
      expect(failing?.failingSince).toBeDefined();
      await portal.clock.travel(31);
      await readGroups(portal.context);
      const first = Date.parse(failing?.failingSince ?? "");
      // Time travel makes stored times older; the second failure does not move the first.
      expect(Date.parse((await connectionOf(school))?.failingSince ?? "")).toBe(first - 31_000);
      await runNightly(portal.context);
      expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });

      portal.identities.behave();
      await logInAndRead(portal, person);
      expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas", "Maja"] });
      expect((await connectionOf(school))?.failingSince).toBeUndefined();
    },
  );

  test("that nobody hears: a refused connection keeps no teacher out", async () => {
    const away = await buildFederatedPortal({ FEIDE_GROUPS_URL: "http://127.0.0.1:9/groups" });
    try {
      const school = await aFeideSchool(away);
      const { person } = await aFeideTeacher(away, [school], [aGroup(school, "4C", ["Ingrid"])]);
      await logInAndRead(away, person);
      expect((await overview(school)).connection?.failingSince).toBeDefined();
    } finally {
      await away.close();
    }
  });

  test("that stop in the middle of an answer are given up after five seconds, and no class is half", async () => {
    const { school, person } = await aSchoolWithClass();
    portal.identities.bends.before = (path, response) => {
      if (!isOfGroups(path) || !path.endsWith("/members")) return false;
      response.writeHead(200, { "content-type": "application/json" }).write('[{"name":"Ing');
      return true;
    };
    await logInAndRead(portal, person);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    expect((await connectionOf(school))?.failingSince).toBeDefined();
  });

  test("that take more than twenty seconds together are given up, before another process claims the reading", async () => {
    const { school, person } = await aSchoolWithClass();
    const groups = ["5D", "6E"].map((name) => aGroup(school, name, ["Ada"]));
    portal.identities.bends.before = async (path) => {
      if (path.endsWith("/members")) await portal.clock.travel(21);
      return false;
    };
    const asked = portal.identities.requests.length;
    await logInAndRead(portal, { ...person, groups });
    expect(portal.identities.requests.slice(asked).filter((path) => path.endsWith("/members"))).toHaveLength(1);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"] });
    expect((await connectionOf(school))?.failingSince).toBeDefined();
  });

  test("of another school: a new number forgets what was known of the former", async () => {
    const { school, person } = await aSchoolWithClass();
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(503).end());
    await logInAndRead(portal, person);
    expect(await connectionOf(school)).toMatchObject({ failingSince: expect.any(String), readAt: expect.any(String) });
    const parts = { mode: "APPROVAL", schoolNumber: school.schoolNumber } as const;
    await connectFeide(portal, school.organization, parts);
    expect(await connectionOf(school)).toMatchObject({ failingSince: expect.any(String), readAt: expect.any(String) });
    await connectFeide(portal, school.organization, { ...parts, schoolNumber: aSchoolNumber() });
    const { failingSince, readAt } = (await connectionOf(school)) ?? {};
    expect([failingSince, readAt]).toEqual([undefined, undefined]);
  });
});

describe("the groups of one teacher that cannot be read", () => {
  /** Two teachers of a school, each with a class that Feide knows. */
  async function twoTeachers() {
    const school = await aFeideSchool(portal);
    const kari = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
    const per = await aFeideTeacher(portal, [school], [aGroup(school, "5D", ["Ada"])]);
    await portal.context.database.updateTable("accounts").set({ display_name: "Per Medlem" }).where("id", "=", per.account.id).execute();
    for (const { person } of [kari, per]) await logInAndRead(portal, person);
    return { school, kari, per };
  }

  /** Feide garbles one class of a teacher. */
  const garbled = (school: { schoolNumber: string }) => [aGroup(school, "5D", ["Ada"]), { ...aGroup(school, "6E", []), members: [{}] }];
  const unreadOf = async (school: FeideSchool) => (await connectionOf(school))?.unreadTeachers?.map(({ name }) => name);

  test("are told by the teacher's name: Feide is not away, colleagues are read, and the next reading of the teacher ends it", async () => {
    const { school, kari, per } = await twoTeachers();
    await logInAndRead(portal, { ...per.person, groups: garbled(school) });
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
    await logInAndRead(portal, { ...kari.person, groups: [aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"])] });
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas", "Maja"], "5D": ["Ada"] });
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    await logInAndRead(portal, per.person);
    expect(await unreadOf(school)).toEqual([]);
  });

  test.each([
    ["401", { "www-authenticate": 'Bearer error="invalid_token"' }],
    ["403", {}],
    ["404", {}],
  ])("with the status %s are the teacher's fault; no answer at all is Feide's, and names the teachers too", async (status, headers) => {
    const { school, kari, per } = await twoTeachers();
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(Number(status), headers).end());
    await logInAndRead(portal, per.person);
    expect([await unreadOf(school), (await connectionOf(school))?.failingSince]).toEqual([["Per Medlem"], undefined]);
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(429).end());
    await logInAndRead(portal, kari.person);
    expect(await unreadOf(school)).toEqual(["Per Medlem", "Kim Person"]);
    expect((await connectionOf(school))?.failingSince).toBeDefined();
  });

  test.each([
    ["no ids", { userid_sec: undefined }],
    ["no id of Feide", { userid_sec: ["nin:01010012345"] }],
  ])("include a class with a student who has %s: it is not read in part, and no student looks gone", async (_, ids) => {
    const { school, kari } = await twoTeachers();
    const group = aGroup(school, "4C", ["Ingrid", "Jonas"]);
    const members = group.members.map((member) => (member.name === "Jonas" ? { ...member, ...ids } : member));
    await logInAndRead(portal, { ...kari.person, groups: [{ ...group, members }] });
    expect(await unreadOf(school)).toEqual(["Kim Person"]);
    expect((await overview(school)).runs[0]).toMatchObject({ status: "APPLIED", counts: { LEFT: 0 } });
    await logInAndRead(portal, kari.person);
    expect(await unreadOf(school)).toEqual([]);
  });

  test("at a school that is not connected keep nothing of the other from being read", async () => {
    const { school, kari } = await twoTeachers();
    const groups = [...garbled({ schoolNumber: aSchoolNumber() }), aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"])];
    await logInAndRead(portal, { ...kari.person, groups });
    expect(await unreadOf(school)).toEqual([]);
    expect((await classesOf(portal, school))["4C"]).toEqual(["Ingrid", "Jonas", "Maja"]);
  });

  test("and then those of a second teacher are a Feide that is away since the first, until a reading works", async () => {
    const { school, kari, per } = await twoTeachers();
    const refuse = (path: string, response: ServerResponse) => isOfGroups(path) && Boolean(response.writeHead(403).end());
    portal.identities.bends.before = refuse;
    await logInAndRead(portal, per.person);
    const first = await connectionOf(school);
    expect(first?.failingSince).toBeUndefined();
    await logInAndRead(portal, kari.person);
    expect((await connectionOf(school))?.failingSince).toBe(first?.unreadTeachers?.[0]?.since);
    portal.identities.behave();
    await logInAndRead(portal, kari.person);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    // Kari was read after Per was refused, so these two refusals are not in a row.
    portal.identities.bends.before = refuse;
    await logInAndRead(portal, kari.person);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
  });

  test("mark no student as missing: the student may be in the class of that teacher", async () => {
    const { school, kari, per } = await twoTeachers();
    const moved = { kari: [aGroup(school, "4C", ["Ingrid"])], per: [aGroup(school, "5D", ["Ada", "Jonas"])] };
    await logInAndRead(portal, { ...per.person, groups: garbled(school) });
    await logInAndRead(portal, { ...kari.person, groups: moved.kari });
    await aNightPasses();
    expect((await overview(school)).missing).toEqual([]);
    await logInAndRead(portal, { ...per.person, groups: moved.per });
    await aNightPasses();
    expect((await overview(school)).missing).toEqual([]);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid"], "5D": ["Ada", "Jonas"] });
  });

  test("keep the night from marking students of a list that waited before, until the teacher is read", async () => {
    const { school, kari, per } = await twoTeachers();
    const left = [aGroup(school, "4C", ["Ingrid"])];
    await logInAndRead(portal, { ...kari.person, groups: left });
    expect((await overview(school)).runs[0]).toMatchObject({ status: "CHECKED", counts: { LEFT: 1 } });
    await logInAndRead(portal, { ...per.person, groups: garbled(school) });
    await aNightPasses();
    expect((await overview(school)).missing).toEqual([]);
    await logInAndRead(portal, per.person);
    await logInAndRead(portal, { ...kari.person, groups: left });
    await aNightPasses();
    expect((await overview(school)).missing).toMatchObject([{ playerName: "Jonas" }]);
  });

  test("of a teacher who does not log in mark nobody, and are no fault", async () => {
    const { school, kari } = await twoTeachers();
    await portal.clock.travel(30 * 24 * 3600);
    await logInAndRead(portal, kari.person);
    await aNightPasses();
    const desk = await aSession(portal, school.head, { loginType: "PASSWORD", organizationId: school.organization.id });
    expect((await overview({ ...school, desk })).missing).toEqual([]);
    expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid", "Jonas"], "5D": ["Ada"] });
    expect(await unreadOf({ ...school, desk })).toEqual([]);
  });

  test("of a person who teaches no more keep no mark off, and are not told", async () => {
    const { school, kari, per } = await twoTeachers();
    await logInAndRead(portal, { ...per.person, groups: garbled(school) });
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", per.account.id).execute();
    expect(await unreadOf(school)).toEqual([]);
    await logInAndRead(portal, { ...kari.person, groups: [aGroup(school, "4C", ["Ingrid"])] });
    await aNightPasses();
    expect((await overview(school)).missing).toMatchObject([{ playerName: "Jonas" }]);
  });

  test("of a person who disconnects Feide keep no mark off, and are not told", async () => {
    const { school, kari, per } = await twoTeachers();
    const desk = await logInAndRead(portal, { ...per.person, groups: garbled(school) });
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    const { body } = await desk.call(listOwnIdentities);
    const { identities } = listOwnIdentities.response.parse(body);
    const identityId = identities[0]?.id ?? "";
    expect((await desk.call(disconnectIdentity, { params: { identityId } })).status).toBe(204);
    expect(await unreadOf(school)).toEqual([]);
    await logInAndRead(portal, { ...kari.person, groups: [aGroup(school, "4C", ["Ingrid"])] });
    await aNightPasses();
    expect((await overview(school)).missing).toMatchObject([{ playerName: "Jonas" }]);
  });

  test("are forgotten with the school's number, and with the connection", async () => {
    const { school, per } = await twoTeachers();
    const fail = (at: { schoolNumber: string }) => logInAndRead(portal, { ...per.person, groups: garbled(at) });
    const other = { schoolNumber: aSchoolNumber() };
    await fail(school);
    const parts = { mode: "NIGHTLY", schoolNumber: school.schoolNumber } as const;
    await connectFeide(portal, school.organization, parts);
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    await connectFeide(portal, school.organization, { ...parts, ...other });
    expect(await unreadOf(school)).toEqual([]);
    await fail(other);
    expect(await unreadOf(school)).toEqual(["Per Medlem"]);
    expect((await school.desk.call(disconnectRoster, { body: { organizationId: school.organization.id } })).status).toBe(204);
    await connectFeide(portal, school.organization, parts);
    expect(await unreadOf(school)).toEqual([]);
  });
});

async function aNightPasses(): Promise<void> {
  await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
  await runNightly(portal.context);
}
