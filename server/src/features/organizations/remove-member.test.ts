/** Who may end a membership, and what happens under concurrent calls. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { issueBadges } from "@storyport/contract/qr-login";
import { addGroupMembers } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { bytesOf } from "#test/browser.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const remove = (browser: Browser, organizationId: string, userId: string) =>
  browser.call(removeOrganizationMember, { params: { organizationId, userId } });

async function membershipsOf({ id }: { id: string }): Promise<number> {
  const { database } = portal.context;
  return (await database.selectFrom("organization_members").select("account_id").where("account_id", "=", id).execute()).length;
}

describe("callers end only memberships they manage", () => {
  test("another organization, a missing one, another's member and an unknown account get one answer: errors.notFound", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const account = await anAccount(portal, { memberships: [{ organization: other.organization, roles: ["teacher"] }] });
    const answers = [
      await remove(school.office, other.organization.id, account.id),
      await remove(school.office, randomUUID(), account.id),
      await remove(school.office, other.organization.id, randomUUID()),
      await remove(school.office, school.organization.id, account.id),
      await remove(school.office, school.organization.id, randomUUID()),
      await remove(admin, school.organization.id, account.id),
      await remove(admin, randomUUID(), account.id),
    ];
    expect(answers[0]).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(new Set(answers.map(bytesOf)).size).toBe(1);
    expect(await membershipsOf(account)).toBe(1);
    expect(await eventsAbout(portal, account.id)).toEqual([]);
  });

  test("an administrator's membership, by a non-administrator: errors.notAllowed", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const boss = await anAdministrator(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    expect(await remove(office, organization.id, boss.id)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    expect(await membershipsOf(boss)).toBe(1);
    expect((await remove(admin, organization.id, boss.id)).status).toBe(204);
    expect(await membershipsOf(boss)).toBe(0);
  });

  test("the caller's own membership: errors.notYourself, also for administrators", async () => {
    const { organization, office, manager } = await aManagedSchool(portal);
    const boss = await anAdministrator(portal, { memberships: [{ organization, roles: [] }] });
    const browser = await aSession(portal, boss, { loginType: "PASSWORD" });
    expect(await remove(office, organization.id, manager.id)).toMatchObject({ status: 409, body: { code: "errors.notYourself" } });
    expect(await remove(browser, organization.id, boss.id)).toMatchObject({ status: 409, body: { code: "errors.notYourself" } });
    expect([await membershipsOf(manager), await membershipsOf(boss)]).toEqual([1, 1]);
  });

  test("without the permission manage_members there: errors.notAllowed, even with it elsewhere", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const account = await anAccount(portal, {
      memberships: [
        { organization: school.organization, roles: ["teacher"] },
        { organization: other.organization, roles: ["organization_admin"] },
      ],
    });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const answer = await remove(browser, school.organization.id, school.manager.id);
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test.each(["x", "1", "00000000-0000-4000-8000-00000000000g"])("a malformed id (%s): 400", async (id) => {
    expect((await remove(admin, id, randomUUID())).status).toBe(400);
    expect((await remove(admin, randomUUID(), id)).status).toBe(400);
  });
});

test("a member of several organizations is removed from this organization alone", async () => {
  const [school, other] = [await aManagedSchool(portal), await anOrganization(portal)];
  const account = await anAccount(portal, {
    memberships: [
      { organization: school.organization, roles: ["teacher"] },
      { organization: other, roles: ["teacher"] },
    ],
  });
  expect((await remove(school.office, school.organization.id, account.id)).status).toBe(204);
  expect(await membershipsOf(account)).toBe(1);
  expect(await remove(school.office, school.organization.id, account.id)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

test("one of fifty concurrent removals succeeds, the others get errors.notFound, and one event is recorded", async () => {
  const { organization, office } = await aManagedSchool(portal);
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const callers = [office, admin];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => remove(callers[index % 2] ?? admin, organization.id, account.id)),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 204).map(bytesOf)).size).toBe(1);
  expect(answers.find(({ status }) => status !== 204)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toEqual(["membership_ended"]);
});

test("if two managers remove each other concurrently, one remains", async () => {
  for (let round = 0; round < 10; round++) {
    const { organization, office, manager } = await aManagedSchool(portal);
    const second = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const desk = await aSession(portal, second, { loginType: "PASSWORD" });
    const answers = await Promise.all([remove(office, organization.id, second.id), remove(desk, organization.id, manager.id)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await membershipsOf(manager)) + (await membershipsOf(second))).toBe(1);
  }
});

describe("rights given concurrently", () => {
  test("a user group: a removed member is invited, not added (decision 22)", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const group = await aUserGroup(portal, { organization });
    const answer = await meanwhile(portal, {
      account,
      call: () => office.call(addGroupMembers, { params: { userGroupId: group.id }, body: { lines: account.email } }),
      happens: (transaction) => transaction.deleteFrom("organization_members").where("account_id", "=", account.id).execute(),
    });
    expect(answer).toMatchObject({ status: 200, body: { added: [{ outcome: "INVITED" }] } });
    const { database } = portal.context;
    expect(await database.selectFrom("user_group_members").select("account_id").where("user_group_id", "=", group.id).execute()).toEqual(
      [],
    );
  });

  test("rights on a player group: fifty concurrent grants leave nothing behind", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const group = await aPlayerGroup(portal, { organization });
    const body = { email: account.email, rightsType: "OWNER" };
    const give = () => office.call(setPlayerGroupRight, { params: { playerGroupId: group.id }, body });
    const answers = await Promise.all([
      ...Array.from({ length: 25 }, give),
      remove(admin, organization.id, account.id),
      ...Array.from({ length: 25 }, give),
    ]);
    expect(
      answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 204 && status !== 404 && status !== 400),
    ).toEqual([]);
    const { database } = portal.context;
    const left = await database
      .selectFrom("account_player_group_rights")
      .select("player_group_id")
      .where("account_id", "=", account.id)
      .execute();
    expect(left).toEqual([]);
  });

  test("a badge and logins by it: no deadlock, and no session is left", async () => {
    const school = await aClass(portal, { students: ["Nora"] });
    const [nora] = school.students;
    if (nora === undefined) throw new Error("No student");
    const code = codeOn((await badgesOf(school))[0]);
    const issue = () => school.desk.call(issueBadges, { params: { playerGroupId: school.group.id }, body: {} });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => scan(portal.browser(), code)),
      issue(),
      remove(admin, school.organization.id, nora.id),
      issue(),
      ...Array.from({ length: 20 }, () => scan(portal.browser(), code)),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { database } = portal.context;
    expect(await database.selectFrom("sessions").select("stage").where("account_id", "=", nora.id).execute()).toEqual([]);
  });
});
