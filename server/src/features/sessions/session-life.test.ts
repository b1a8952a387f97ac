/** How long a session lives, and what ends it early (DESIGN A6, A11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logOut, validateAuth } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { sweep } from "#/platform/jobs/sweep.ts";
import { anAccount, anOrganization, aSecondFactor, aSession, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { editAsItIs } from "#test/users.ts";
import { anAddressOf, endpoints } from "#test/every-endpoint.ts";
import { sessionDigest } from "./session-digest.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

async function isLoggedIn(browser: Browser): Promise<boolean> {
  return (await browser.call(validateAuth)).status === 200;
}

const people = {
  teacher: async () => logIn(portal.browser(), (await aTeacher(portal)).account),
  admin: async () => logIn(portal.browser(), await anAccount(portal, { platformRoles: ["admin"] })),
  badge: async () => {
    const { account, organization } = await aTeacher(portal, { roles: ["student"], email: null, loginTypes: ["QRCODE"] });
    return aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
  },
};

test.each([
  ["a teacher", people.teacher, 8 * hour],
  ["an administrator", people.admin, 30 * minute],
  ["a child's badge", people.badge, 5 * minute],
])("the session of %s ends after its idle time, not before", async (_who, begin, idle) => {
  const browser = await begin();
  await portal.clock.travel(idle - 5);
  expect(await isLoggedIn(browser)).toBe(true);
  await portal.clock.travel(idle + 1);
  expect(await isLoggedIn(browser)).toBe(false);
});

test.each([
  ["a teacher", people.teacher, { step: 7 * hour, life: 7 * day }],
  ["an administrator", people.admin, { step: 25 * minute, life: 12 * hour }],
  ["a child's badge", people.badge, { step: 2 * minute, life: 5 * minute }],
])("the session of %s ends after its absolute time, even in use", async (_who, begin, { step, life }) => {
  const browser = await begin();
  let passed = 0;
  for (; passed + step < life; passed += step) {
    await portal.clock.travel(step);
    expect(await isLoggedIn(browser), `after ${passed + step} s`).toBe(true);
  }
  await portal.clock.travel(life - passed + 1);
  expect(await isLoggedIn(browser)).toBe(false);
});

test("the sweep removes ended sessions and no others", async () => {
  const [old, young] = [await people.badge(), await people.teacher()];
  await portal.clock.travel(6 * minute);
  const digests = [old, young].map(({ cookies }) => sessionDigest(cookies.get("session") ?? ""));
  const left = async () => {
    const rows = await portal.context.database.selectFrom("sessions").select("digest").where("digest", "in", digests).execute();
    return digests.map((digest) => rows.some((row) => row.digest.equals(digest)));
  };
  expect(await left()).toEqual([true, true]);
  await sweep(portal.context);
  expect(await left()).toEqual([false, true]);
});

test.each(["DEACTIVATED", "DELETED"] as const)("an account that becomes %s is logged out by its next call", async (status) => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const personal = status === "DELETED" ? { email: null, display_name: null, password_hash: null } : {};
  await portal.context.database
    .updateTable("accounts")
    .set({ status, ...personal })
    .where("id", "=", account.id)
    .execute();
  expect(await isLoggedIn(browser)).toBe(false);
});

test("a change of roles applies to the next call", async () => {
  const { account, organization } = await aTeacher(portal, { roles: ["member"] });
  const browser = await logIn(portal.browser(), account);
  expect((await browser.call(listOwnPermissions)).body).not.toContain("login_dashboard");
  const { database } = portal.context;
  await database
    .insertInto("account_roles")
    .values({ account_id: account.id, role_key: "teacher", organization_id: organization.id })
    .execute();
  expect((await browser.call(listOwnPermissions)).body).toContain("login_dashboard");
  await database.deleteFrom("account_roles").where("account_id", "=", account.id).where("role_key", "=", "teacher").execute();
  expect((await browser.call(validateAuth)).body).toMatchObject({ roles: ["member"], permissions: ["login", "set_display_name"] });
});

test("the twenty-first session of an account ends the least recently used one", async () => {
  const { account, organization } = await aTeacher(portal);
  const browsers: Browser[] = [];
  for (let count = 0; count < 20; count++) {
    browsers.push(await aSession(portal, account, { loginType: "FEIDE", organizationId: organization.id }));
    await portal.clock.travel(90);
  }
  const [first, second, third] = browsers;
  if (first === undefined || second === undefined || third === undefined) throw new Error("There are twenty.");
  // The oldest was just used, so the second is now the least recently used.
  expect(await isLoggedIn(first)).toBe(true);
  const newest = await logIn(portal.browser(), account);
  expect(await Promise.all([first, second, third, newest].map(isLoggedIn))).toEqual([true, false, true, true]);
});

test("sixty concurrent logins of one account all begin, and the next login leaves twenty sessions", async () => {
  const { account, organization } = await aTeacher(portal);
  const parts = { loginType: "FEIDE", organizationId: organization.id } as const;
  await Promise.all(Array.from({ length: 60 }, () => aSession(portal, account, parts)));
  // Each login ends the sessions it sees. Concurrent ones are ended by the next login.
  await aSession(portal, account, parts);
  const left = await portal.context.database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute();
  expect(left).toHaveLength(20);
});

test("a half session can make only public calls and log out", async () => {
  const { account } = await aTeacher(portal);
  await aSecondFactor(portal, account);
  const browser = await logIn(portal.browser(), account);
  const half = browser.cookies.get("session") ?? "";
  const closed = endpoints.filter(({ access }) => access.by === "session" && access.stages?.includes("SECOND_FACTOR") !== true);
  expect(closed).not.toEqual([]);
  for (const endpoint of closed) {
    browser.cookies.set("session", half);
    const answer = await browser.send({
      method: endpoint.method,
      url: anAddressOf(endpoint),
      ...(endpoint.body === undefined ? {} : { payload: "{}", headers: { "content-type": "application/json" } }),
    });
    // The input is checked first; that refusal reveals nothing either.
    expect([400, 401], `${endpoint.name}: ${answer.text}`).toContain(answer.status);
  }
  expect((await browser.call(validateAuth)).status).toBe(401);
  expect(browser.cookies.get("session"), "still there for the second factor").toBe(half);
  expect((await browser.call(logOut)).status).toBe(200);
  expect(await portal.context.database.selectFrom("sessions").select("stage").where("account_id", "=", account.id).execute()).toEqual([]);
});

test("a half session lives ten minutes", async () => {
  const { account } = await aTeacher(portal);
  const { database } = portal.context;
  await aSecondFactor(portal, account);
  await logIn(portal.browser(), account);
  const [session] = await database.selectFrom("sessions").selectAll().where("account_id", "=", account.id).execute();
  expect(session).toMatchObject({ stage: "SECOND_FACTOR", idle_seconds: 600 });
  expect(Math.round(((session?.expires_at.getTime() ?? 0) - Date.now()) / 60_000)).toBe(10);
});

describe("a session ends with the permission to log in", () => {
  test("when an edit removes or changes the role that gave it", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const browser = await logIn(portal.browser(), account);
    expect(await isLoggedIn(browser)).toBe(true);
    const body = { organizationId: organization.id, roles: ["guest"] };
    expect((await editAsItIs(portal, { desk, userId: account.id, body: { ...body, permissions: [] } })).status).toBe(200);
    expect(await isLoggedIn(browser)).toBe(false);
  });

  test("when the account leaves the only user group that gave it, or the group is archived or changes its role", async () => {
    const { database } = portal.context;
    const ends = [
      (group: string) => database.deleteFrom("user_group_members").where("user_group_id", "=", group).execute(),
      (group: string) => database.updateTable("user_groups").set({ group_type: "ARCHIVED" }).where("id", "=", group).execute(),
      (group: string) => database.updateTable("user_group_roles").set({ role_key: "guest" }).where("user_group_id", "=", group).execute(),
      // Nothing ends here, so the session goes on.
      () => Promise.resolve(),
    ];
    for (const [index, end] of ends.entries()) {
      const organization = await anOrganization(portal);
      const account = await anAccount(portal, { memberships: [{ organization, roles: ["guest"] }] });
      const group = await aUserGroup(portal, { organization, roles: ["teacher"], members: [{ account }] });
      const browser = await logIn(portal.browser(), account);
      await end(group.id);
      expect(await isLoggedIn(browser)).toBe(index === ends.length - 1);
    }
  });

  test("when a direct permission is removed, and the half session too", async () => {
    const { organization, office: desk } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["guest"] }] });
    const give = (permissions: string[]) =>
      editAsItIs(portal, { desk, userId: account.id, body: { organizationId: organization.id, permissions } });
    await give(["login"]);
    const [full, half] = [await logIn(portal.browser(), account), await logIn(portal.browser(), account)];
    const { database } = portal.context;
    const newest = database
      .selectFrom("sessions")
      .select("digest")
      .where("account_id", "=", account.id)
      .orderBy("created_at", "desc")
      .limit(1);
    await database.updateTable("sessions").set({ stage: "SECOND_FACTOR" }).where("digest", "=", newest).execute();
    const guess = async () => (await half.call(verifySecondFactor, { body: { code: "123456" } })).body;
    expect(await guess()).toMatchObject({ code: "errors.secondFactorInvalid" });
    await give([]);
    expect(await isLoggedIn(full)).toBe(false);
    expect(await guess()).toMatchObject({ code: "errors.notLoggedIn" });
  });

  test("in its organization; an unbound session with the permission elsewhere continues", async () => {
    const [one, other] = [await anOrganization(portal), await anOrganization(portal)];
    const memberships = [one, other].map((organization) => ({ organization, roles: ["teacher"] }));
    const account = await anAccount(portal, { memberships });
    const [everywhere, inOne] = [
      await aSession(portal, account, { loginType: "PASSWORD" }),
      await aSession(portal, account, { loginType: "PASSWORD", organizationId: one.id }),
    ];
    await portal.context.database
      .deleteFrom("account_roles")
      .where("account_id", "=", account.id)
      .where("organization_id", "=", one.id)
      .execute();
    expect([await isLoggedIn(everywhere), await isLoggedIn(inOne)]).toEqual([true, false]);
  });
});
