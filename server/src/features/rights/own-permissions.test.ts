import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization, aSession, aTeacher, logIn } from "#test/builders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const byRole: [string, string[]][] = [
  ["organization_admin", ["login", "login_dashboard", "manage_members", "manage_players", "set_display_name", "view_user_group"]],
  ["group_manager", ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"]],
  ["teacher", ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"]],
  ["member", ["login", "set_display_name"]],
  ["student", ["login"]],
];

test.each(byRole)("the role %s holds %j", async (role, permissions) => {
  const { account, organization } = await aTeacher(portal, { roles: [role] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  const { status, body } = await browser.call(listOwnPermissions);
  expect(status).toBe(200);
  expect([...(body as string[])].toSorted()).toEqual(permissions);
});

test.each([
  ["premium", ["login", "play_premium", "set_display_name"]],
  ["guest", ["login", "set_display_name"]],
])("a session with the role %s alone is refused; with the role member too it holds %j", async (role, permissions) => {
  const alone = await aTeacher(portal, { roles: [role] });
  const outside = await aSession(portal, alone.account, { loginType: "PASSWORD", organizationId: alone.organization.id });
  expect(await outside.call(listOwnPermissions)).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });

  const { account, organization } = await aTeacher(portal, { roles: [role, "member"] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  expect([...((await browser.call(listOwnPermissions)).body as string[])].toSorted()).toEqual(permissions);
});

test("an administrator holds every permission there is", async () => {
  const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
  const all = await portal.context.database.selectFrom("permissions").select("key").orderBy("key").execute();
  expect([...((await admin.call(listOwnPermissions)).body as string[])].toSorted()).toEqual(all.map(({ key }) => key));
});

test("a given or removed role counts at the next call", async () => {
  const { account, organization } = await aTeacher(portal, { roles: ["member"] });
  const browser = await logIn(portal.browser(), account);
  const { database } = portal.context;
  await database
    .insertInto("account_roles")
    .values({ account_id: account.id, role_key: "premium", organization_id: organization.id })
    .execute();
  expect((await browser.call(listOwnPermissions)).body).toContain("play_premium");
  await database.deleteFrom("account_roles").where("account_id", "=", account.id).where("role_key", "=", "premium").execute();
  expect((await browser.call(listOwnPermissions)).body).not.toContain("play_premium");
});

test("a session of one organization does not have another organization's permissions", async () => {
  const game = await aGame(portal);
  const [one, other] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal)];
  const account = await anAccount(portal, {
    memberships: [
      { organization: one, roles: ["member"] },
      { organization: other, roles: ["organization_admin"] },
    ],
  });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: one.id });
  expect((await browser.call(listOwnPermissions)).body).not.toContain("manage_members");
});

test("without a session: errors.notLoggedIn", async () => {
  const { status, body } = await portal.browser().call(listOwnPermissions);
  expect(status).toBe(401);
  expect(body).toMatchObject({ code: "errors.notLoggedIn" });
});
