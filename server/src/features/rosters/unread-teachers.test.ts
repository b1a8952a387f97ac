/** If the groups of one teacher cannot be read, Feide is not away. No student of the school looks gone (decision 83). */
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { disconnectRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ServerResponse } from "node:http";
import { noteGroupsOf } from "#/features/organizations/unread-groups.ts";
import { aSession } from "#test/builders.ts";
import { buildFederatedPortal } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aFeideSchool, aFeideTeacher, aGroup, aSchoolNumber, logInAndRead } from "#test/feide-schools.ts";
import type { FeideSchool } from "#test/feide-schools.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { classesOf, connectFeide, overview } from "#test/rosters.ts";
import { noteRefusals } from "./connection-queries.ts";
import { runNightly } from "./run-nightly.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.identities.behave());
afterAll(() => portal.close());
const isOfGroups = (path: string) => path.includes("/groups-api/");
const connectionOf = async (school: FeideSchool) => (await overview(school)).connection;

describe("the groups of one teacher that cannot be read", () => {
  /** Two teachers of a school, each with a class that Feide knows. Kari has the name of all test accounts, Kim Person. */
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
    ["no affiliation", { membership: { basic: "member" } }],
    ["no membership", { membership: undefined }],
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

  test.each([
    ["a class without a name", { displayName: undefined }],
    ["a class without a name, whose parent is null", { displayName: undefined, parent: null }],
    ["a class without a name and without a parent", { displayName: undefined, parent: undefined }],
  ])("include %s: the other classes are not read in part", async (_, garbledParts) => {
    const { school, kari } = await twoTeachers();
    const groups = [aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"]), { ...aGroup(school, "6E", ["Ada"]), ...garbledParts }];
    await logInAndRead(portal, { ...kari.person, groups });
    expect(await unreadOf(school)).toEqual(["Kim Person"]);
    expect((await classesOf(portal, school))["4C"]).toEqual(["Ingrid", "Jonas"]);
  });

  test.each([
    ["is null", null],
    ["is missing", undefined],
  ])("are not told of a class whose parent %s: the id of the class names the school", async (_, parent) => {
    const { school, kari } = await twoTeachers();
    const groups = [{ ...aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"]), parent }];
    await logInAndRead(portal, { ...kari.person, groups });
    expect(await unreadOf(school)).toEqual([]);
    expect((await classesOf(portal, school))["4C"]).toEqual(["Ingrid", "Jonas", "Maja"]);
  });

  test("at a school that is not connected keep nothing of the other from being read", async () => {
    const { school, kari } = await twoTeachers();
    const groups = [...garbled({ schoolNumber: aSchoolNumber() }), aGroup(school, "4C", ["Ingrid", "Jonas", "Maja"])];
    await logInAndRead(portal, { ...kari.person, groups });
    expect(await unreadOf(school)).toEqual([]);
    expect((await classesOf(portal, school))["4C"]).toEqual(["Ingrid", "Jonas", "Maja"]);
  });

  test("and that Feide refuses to a second teacher too are a Feide that is away since the first, until a reading works", async () => {
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
    // A reading worked after Per was refused, so only this refusal counts.
    portal.identities.bends.before = refuse;
    await logInAndRead(portal, kari.person);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
    // Per is refused again, and no reading worked since Kari was.
    await logInAndRead(portal, per.person);
    const { failingSince, unreadTeachers = [] } = (await connectionOf(school)) ?? {};
    expect(failingSince).toBe(unreadTeachers.find(({ name }) => name === "Kim Person")?.since);
  });

  test("are no Feide that is away if a reading works while they are refused", async () => {
    const { school, kari, per } = await twoTeachers();
    const { database } = portal.context;
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(403).end());
    await logInAndRead(portal, per.person);
    portal.identities.behave();
    const reading = await database.transaction().execute(async (transaction) => {
      const members = transaction.selectFrom("organization_members").select("account_id");
      await members.where("account_id", "=", per.account.id).forUpdate().execute();
      const works = logInAndRead(portal, kari.person);
      while (!(await isSomebodyWaiting(database)));
      const kariIsRefused = { accountId: kari.account.id, organizationIds: [school.organization.id], outcome: "refused" } as const;
      await noteGroupsOf(database, kariIsRefused);
      await noteRefusals(database, kariIsRefused.organizationIds);
      return { works };
    });
    await reading.works;
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
  });

  test("are no Feide that is away if it refuses two teachers the members of a class", async () => {
    const { school, kari, per } = await twoTeachers();
    portal.identities.bends.before = (path, response) => path.includes("/members") && Boolean(response.writeHead(404).end());
    for (const { person } of [kari, per]) await logInAndRead(portal, person);
    expect(await unreadOf(school)).toEqual(["Kim Person", "Per Medlem"]);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
  });

  test("of unknown form are no Feide that is away, also with a second teacher who cannot be read", async () => {
    const { school, kari, per } = await twoTeachers();
    for (const { person } of [kari, per]) await logInAndRead(portal, { ...person, groups: garbled(school) });
    expect(await unreadOf(school)).toEqual(["Kim Person", "Per Medlem"]);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
    portal.identities.bends.before = (path, response) => isOfGroups(path) && Boolean(response.writeHead(403).end());
    await logInAndRead(portal, kari.person);
    expect((await connectionOf(school))?.failingSince).toBeUndefined();
    await logInAndRead(portal, per.person);
    expect((await connectionOf(school))?.failingSince).toBeDefined();
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

test("a disconnection forgets a refusal that the previous release left alone", async () => {
  const school = await aFeideSchool(portal);
  const kari = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
  const { database } = portal.context;
  const ofKari = () => database.selectFrom("organization_members").select("groups_refused_since").where("account_id", "=", kari.account.id);
  const refused = { groups_unread_since: null, groups_refused_since: portal.clock.now() };
  await database.updateTable("organization_members").set(refused).where("account_id", "=", kari.account.id).execute();
  expect((await school.desk.call(disconnectRoster, { body: { organizationId: school.organization.id } })).status).toBe(204);
  expect(await ofKari().execute()).toEqual([{ groups_refused_since: null }]);
});

async function aNightPasses(): Promise<void> {
  await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
  await runNightly(portal.context);
}
