import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewErasure } from "@storyport/contract/erasures";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { exportOwnData, exportPersonalData, personalData } from "@storyport/contract/personal-data";
import type { PersonalData } from "@storyport/contract/personal-data";
import { issueBadges, issueOneTimeCodes } from "@storyport/contract/qr-login";
import { deleteUserByAdmin } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aSession, aTeacher, anAccount, anAdministrator, anOrganization, logIn } from "#test/builders.ts";
import { aColleague, aLesson, playBy } from "#test/lessons.ts";
import { aClass, scan } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function ownData(browser: Browser, query: { before?: string; whole?: "true" } = {}): Promise<PersonalData> {
  const answer = await browser.call(exportOwnData, { query });
  expect(answer.status, answer.text).toBe(200);
  return personalData.parse(answer.body);
}

async function dataOf(browser: Browser, userId: string): Promise<PersonalData> {
  const answer = await browser.call(exportPersonalData, { params: { userId }, query: {} });
  expect(answer.status, answer.text).toBe(200);
  return personalData.parse(answer.body);
}

const digest = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32)));

describe("a teacher exports a student", () => {
  test("with everything of the class, and nothing of the badge's code", async () => {
    const school = await aLesson(portal, { students: ["Nora", "Emil"] });
    await playBy(portal, school, school.badge("Nora"));
    const params = { playerGroupId: school.group.id };
    const studentUserId = school.students[0]?.id ?? "";
    await school.desk.call(issueOneTimeCodes, { params, body: { studentUserId } });
    const answer = await school.desk.call(exportPersonalData, { params: { userId: studentUserId }, query: {} });
    const data = personalData.parse(answer.body);
    expect(data.account).toMatchObject({ id: studentUserId, name: "Nora", email: null });
    expect(data.sections).toMatchObject({
      badges: [expect.objectContaining({ organization: school.organization.key })],
      oneTimeCodes: [expect.anything()],
      players: [expect.objectContaining({ id: expect.any(String) })],
      playerGroups: [expect.objectContaining({ organization: school.organization.key })],
      gameLogins: [expect.objectContaining({ client: String(school.game.id), inLesson: true })],
    });
    expect(data.history.events.map(({ event, by }) => `${event} ${by}`)).toEqual(
      expect.arrayContaining(["badge_issued SCHOOL", "login_succeeded SELF", "tokens_issued SELF"]),
    );
    expect(answer.text).not.toContain(school.badge("Nora"));
    expect(answer.text).not.toContain("Emil");
    expect(answer.text).not.toContain(school.teacher.id);
  });

  test("who came from another school: nothing of that school", async () => {
    const { desk, students, organization, group } = await aClass(portal);
    const former = await aClass(portal, { students: ["Old"] });
    const { database } = portal.context;
    const studentId = students[0]?.id ?? "";
    const event = { actor_id: studentId, target_id: studentId };
    await database
      .insertInto("audit_events")
      .values([
        { ...event, event: "login_succeeded", organization_id: former.organization.id },
        { ...event, event: "logged_out", organization_id: organization.id },
      ])
      .execute();
    const badge = { account_id: studentId, sealed_code: Buffer.from("x"), expires_at: sql<Date>`now()` };
    await database
      .insertInto("badges")
      .values([
        { ...badge, digest: digest(), player_group_id: former.group.id },
        { ...badge, digest: digest(), player_group_id: group.id },
      ])
      .execute();
    const data = await dataOf(desk, studentId);
    expect(JSON.stringify(data)).not.toContain(former.organization.key);
    expect(data.sections.badges).toHaveLength(1);
    expect(data.history.events.map(({ event: name }) => name)).toEqual(["logged_out"]);
  });

  test("who left for another school and keeps a player here: errors.notFound, for the question before an erasure too", async () => {
    const [former, next] = [await aClass(portal), await aClass(portal)];
    const { database } = portal.context;
    const child = former.students[0]?.id ?? "";
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const leaving = { params: { organizationId: former.organization.id, userId: child } };
    expect((await admin.call(removeOrganizationMember, leaving)).status).toBe(204);
    const there = { account_id: child, organization_id: next.organization.id };
    await database.insertInto("organization_members").values(there).execute();
    await database
      .insertInto("account_roles")
      .values({ ...there, role_key: "student" })
      .execute();
    await database
      .insertInto("account_players")
      .values({ account_id: child, player_id: next.playerIds[0] ?? "" })
      .execute();
    const call = { params: { userId: child } };
    expect(await former.desk.call(exportPersonalData, { ...call, query: {} })).toMatchObject({
      status: 404,
      body: { code: "errors.notFound" },
    });
    expect(await former.desk.call(previewErasure, call)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect((await dataOf(next.desk, child)).sections.organizations).toHaveLength(1);
  });

  test("errors.notAllowed: a colleague with MODIFY, PLAY or READ", async () => {
    const school = await aClass(portal);
    for (const level of ["READ", "PLAY", "MODIFY"] as const) {
      const colleague = await aColleague(portal, school, level);
      const answer = await colleague.call(exportPersonalData, { params: { userId: school.students[0]?.id ?? "" }, query: {} });
      expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });

  test("errors.notFound: another school's student, a colleague, an unknown account; errors.moreThanStudent: a child in two schools", async () => {
    const { desk, students, teacher, organization } = await aClass(portal);
    const other = await aClass(portal);
    const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    for (const id of [other.students[0]?.id ?? "", other.teacher.id, colleague.id, crypto.randomUUID()]) {
      const answer = await desk.call(exportPersonalData, { params: { userId: id }, query: {} });
      expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    const second = await anOrganization(portal);
    const child = students[0]?.id ?? "";
    await portal.context.database.insertInto("organization_members").values({ account_id: child, organization_id: second.id }).execute();
    const answer = await desk.call(exportPersonalData, { params: { userId: child }, query: {} });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.moreThanStudent" } });
    expect((await dataOf(desk, teacher.id)).account["email"]).toBe(teacher.email);
  });
});

test("an administrator exports any account, and a deleted one is not found", async () => {
  const { account } = await aTeacher(portal);
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  expect((await dataOf(admin, account.id)).account).toMatchObject({ email: account.email });
  expect((await admin.call(deleteUserByAdmin, { params: { userId: account.id } })).status).toBe(204);
  const answer = await admin.call(exportPersonalData, { params: { userId: account.id }, query: {} });
  expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

test("each export is recorded with who asked and about whom", async () => {
  const { desk, teacher, students, organization } = await aClass(portal);
  await dataOf(desk, students[0]?.id ?? "");
  const events = await portal.context.database
    .selectFrom("audit_events")
    .select(["actor_id", "organization_id", "details"])
    .where("event", "=", "personal_data_exported")
    .where("target_id", "=", students[0]?.id ?? "")
    .execute();
  expect(events).toEqual([{ actor_id: teacher.id, organization_id: organization.id, details: {} }]);
});

test("errors.tooManyAttempts: the sixty-first export within an hour, of fifty at once too; an hour later it works again", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const ask = () => browser.call(exportOwnData, { query: {} });
  for (let index = 0; index < 20; index++) expect((await ask()).status).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await ask()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
  await portal.clock.travel(3601);
  expect((await ask()).status).toBe(200);
});

test("a history of 2,050 events comes in two parts without a gap", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await sql`
    insert into audit_events (event, target_id, details) select 'login_failed', ${account.id}::uuid, '{"reason": "wrong password"}'
    from generate_series(1, 2050)`.execute(portal.context.database);
  const first = await ownData(browser);
  expect(first.history.events).toHaveLength(2000);
  const rest = await ownData(browser, { before: first.history.next ?? "" });
  expect(rest.history.next).toBeNull();
  const failed = [...first.history.events, ...rest.history.events].filter(({ event }) => event === "login_failed");
  expect(failed).toHaveLength(2050);
  expect(failed[0]).toMatchObject({ by: "PORTAL", isAboutSelf: true, reason: "wrong password" });
});

test("one file has a history of any length, without a gap, and is recorded once", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await sql`
    insert into audit_events (event, target_id, details) select 'login_failed', ${account.id}::uuid, jsonb_build_object('gameId', n)
    from generate_series(1, 4050) n`.execute(portal.context.database);
  const answer = await browser.call(exportOwnData, { query: { whole: "true" } });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="personal-data-/);
  const whole = personalData.parse(answer.body);
  const failed = whole.history.events.filter(({ event }) => event === "login_failed");
  expect(failed.map(({ gameId }) => gameId)).toEqual(Array.from({ length: 4050 }, (_, index) => 4050 - index));
  expect(whole.history.next).toBeNull();
  const part = await ownData(browser);
  expect(Object.keys(whole)).toEqual(Object.keys(part));
  expect(part.history.events.filter(({ event }) => event === "personal_data_exported")).toHaveLength(1);
});

test("a child's badge session does not export", async () => {
  const { desk, group } = await aClass(portal);
  const badges = (await desk.call(issueBadges, { params: { playerGroupId: group.id }, body: {} })).body as { qrCodeUrl: string }[];
  const tablet = portal.browser();
  await scan(tablet, new URL(badges[0]?.qrCodeUrl ?? "").searchParams.get("code") ?? "");
  expect((await tablet.call(exportOwnData, { query: {} })).status).toBe(403);
});
