/** Permissions given directly to an account in one organization (specification, sections 1 and 4). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { listPlayerGroupRightsOf } from "@storyport/contract/player-groups";
import { createUser, deleteUserByAdmin, getUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aPlayerGroup, aSession, anAccount, anOrganization, aTeacher, logIn } from "#test/builders.ts";
import { askHandOver, refresh, tokensFor } from "#test/oauth-client.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
let admin: { id: string };
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk, admin } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

const code = (answer: Answer) => (answer.body as { code?: string }).code;

interface Gift {
  account: { id: string };
  organization: { id: string };
  permissions: string[];
}

function give({ account, organization, permissions }: Gift, by = desk): Promise<Answer> {
  return editAsItIs(portal, { desk: by, userId: account.id, body: { organizationId: organization.id, permissions } });
}

async function held(browser: Browser): Promise<string[]> {
  return listOwnPermissions.response.parse((await browser.call(listOwnPermissions)).body);
}

async function aMember(roles = ["member"]) {
  const organization = await anOrganization(portal);
  return { organization, account: await anAccount(portal, { memberships: [{ organization, roles }] }) };
}

describe("a permission given directly", () => {
  test("counts with the next call, in its organization alone, and ends when it is removed", async () => {
    const { account, organization } = await aMember();
    const other = await anOrganization(portal);
    await portal.context.database
      .insertInto("organization_members")
      .values({ account_id: account.id, organization_id: other.id })
      .execute();
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const rightsIn = async (orgId: string) => (await browser.call(listPlayerGroupRightsOf, { params: { orgId } })).status;
    expect(await rightsIn(organization.id)).toBe(403);

    const answer = await give({ account, organization, permissions: ["manage_players"] });
    expect(answer).toMatchObject({
      status: 200,
      body: { directPermissions: [{ permission_key: "manage_players", organizationId: organization.id }] },
    });
    expect(await held(browser)).toEqual(["login", "manage_players", "set_display_name"]);
    expect(await rightsIn(organization.id)).toBe(200);
    expect(await rightsIn(other.id)).toBe(403);

    expect((await give({ account, organization, permissions: [] })).status).toBe(200);
    expect(await held(browser)).toEqual(["login", "set_display_name"]);
    expect(await rightsIn(organization.id)).toBe(403);
  });

  test("is in the token, opens a game that requires it, and its removal ends the game's tokens", async () => {
    const { account, organization, game } = await aTeacher(portal, { game: { requiredPermissions: ["play_premium"] } });
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    expect(code(await askHandOver(browser, game))).toBe("errors.gamePermissionMissing");
    await give({ account, organization, permissions: ["play_premium"] });
    const tokens = await tokensFor(portal, browser, { game });
    expect(tokens.claims.permissions).toContain("play_premium");
    await give({ account, organization, permissions: [] });
    expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("is shown with the account, apart from role permissions, and is recorded with actor, target and organization", async () => {
    const { account, organization } = await aMember();
    await give({ account, organization, permissions: ["view_user_group", "login_dashboard", "login_dashboard"] });
    await give({ account, organization, permissions: ["view_user_group"] });
    const user = getUser.response.parse((await desk.call(getUser, { params: { userId: account.id } })).body);
    expect(user.permissions).toEqual(["login", "set_display_name", "view_user_group"]);
    expect(user.directPermissions).toEqual([{ permission_key: "view_user_group", organizationId: organization.id }]);
    const events = (await eventsAbout(portal, account.id)).filter(({ event }) => event === "permissions_set");
    expect(events).toEqual([
      {
        event: "permissions_set",
        actor_id: admin.id,
        organization_id: organization.id,
        details: { permissions: { before: ["login_dashboard", "view_user_group"], after: ["view_user_group"] } },
      },
      {
        event: "permissions_set",
        actor_id: admin.id,
        organization_id: organization.id,
        details: { permissions: { before: [], after: ["login_dashboard", "view_user_group"] } },
      },
    ]);
  });

  test("given again changes nothing, and records nothing", async () => {
    const { account, organization } = await aMember();
    for (let time = 0; time < 2; time++) expect((await give({ account, organization, permissions: ["play_premium"] })).status).toBe(200);
    const events = (await eventsAbout(portal, account.id)).filter(({ event }) => event === "permissions_set");
    expect(events).toHaveLength(1);
  });

  test("is changed by one of fifty concurrent edits, and recorded once", async () => {
    const { account, organization } = await aMember();
    const answers = await Promise.all(Array.from({ length: 50 }, () => give({ account, organization, permissions: ["play_premium"] })));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const events = (await eventsAbout(portal, account.id)).filter(({ event }) => event === "permissions_set");
    expect(events).toHaveLength(1);
  });

  test("ends with the membership, is recorded, and does not come back with it", async () => {
    const { organization, office: managers } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    await give({ account, organization, permissions: ["manage_players"] });
    const left = await managers.call(removeOrganizationMember, { params: { organizationId: organization.id, userId: account.id } });
    expect(left.status).toBe(204);
    const [event] = (await eventsAbout(portal, account.id)).filter(({ event: name }) => name === "membership_ended");
    expect(event).toMatchObject({ details: { before: { permissions: ["manage_players"] }, after: { permissions: [] } } });
    const back = await editAsItIs(portal, { desk, userId: account.id, body: { organizationId: organization.id, roles: ["member"] } });
    expect(back.status, back.text).toBe(200);
    const user = getUser.response.parse((await desk.call(getUser, { params: { userId: account.id } })).body);
    expect(user.directPermissions).toEqual([]);
  });

  test("is erased with the person; permissions that the person gave stay", async () => {
    const { organization, manager, office: managers } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    expect((await give({ account: manager, organization, permissions: ["play_premium"] })).status).toBe(200);
    expect((await give({ account, organization, permissions: ["manage_players"] }, managers)).status).toBe(200);
    const deleted = await desk.call(deleteUserByAdmin, { params: { userId: manager.id } });
    expect(deleted.status).toBeLessThan(300);
    const rows = await portal.context.database
      .selectFrom("account_permissions")
      .select(["account_id", "permission_key"])
      .where("organization_id", "=", organization.id)
      .execute();
    expect(rows).toEqual([{ account_id: account.id, permission_key: "manage_players" }]);
  });
});

describe("a caller cannot give", () => {
  test.each([
    ["admin", ["admin"]],
    ["an unknown permission", ["fly"]],
    ["a permission that they do not hold there", ["play_premium"]],
  ])("%s: errors.notAllowed, and nothing changes", async (_, permissions) => {
    const { organization, office: managers } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    expect(code(await give({ account, organization, permissions: ["manage_players", ...permissions] }, managers))).toBe(
      "errors.notAllowed",
    );
    const user = getUser.response.parse((await managers.call(getUser, { params: { userId: account.id } })).body);
    expect(user.directPermissions).toEqual([]);
  });

  test.each([["admin"], ["fly"]])("%s, even as an administrator", async (permission) => {
    const { account, organization } = await aMember();
    expect(code(await give({ account, organization, permissions: [permission] }))).toBe("errors.notAllowed");
  });

  test("a permission held only in another organization", async () => {
    const { organization, manager, office: managers } = await aManagedSchool(portal);
    const elsewhere = await anOrganization(portal);
    const { database } = portal.context;
    await database.insertInto("organization_members").values({ account_id: manager.id, organization_id: elsewhere.id }).execute();
    expect((await give({ account: manager, organization: elsewhere, permissions: ["play_premium"] })).status).toBe(200);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    expect(code(await give({ account, organization, permissions: ["play_premium"] }, managers))).toBe("errors.notAllowed");
  });

  test("anything to an account partly outside their reach, but removes permissions of their organization", async () => {
    const { organization, office: managers } = await aManagedSchool(portal);
    const elsewhere = await anOrganization(portal);
    const memberships = [
      { organization, roles: ["member"] },
      { organization: elsewhere, roles: ["member"] },
    ];
    const account = await anAccount(portal, { memberships });
    expect(code(await give({ account, organization, permissions: ["manage_players"] }, managers))).toBe("errors.notAllowed");
    for (const place of [organization, elsewhere]) {
      expect((await give({ account, organization: place, permissions: ["play_premium"] })).status).toBe(200);
    }
    const answer = await give({ account, organization, permissions: [] }, managers);
    expect(answer).toMatchObject({ status: 200, body: { directPermissions: [] } });
    const user = getUser.response.parse((await desk.call(getUser, { params: { userId: account.id } })).body);
    expect(user.directPermissions).toEqual([{ permission_key: "play_premium", organizationId: elsewhere.id }]);
  });

  test("permissions of the platform: errors.notAllowed without an organization", async () => {
    const { account } = await aMember();
    expect(code(await editAsItIs(portal, { desk, userId: account.id, body: { permissions: ["login"] } }))).toBe("errors.notAllowed");
  });
});

describe("createUser", () => {
  const newUser = (organization: { id: string }, permissions: string[]) => ({
    email: `new-${randomUUID().slice(0, 8)}@school.example`,
    loginType: "PASSWORD",
    roles: ["member"],
    organizationId: organization.id,
    permissions,
  });

  test("gives the requested permissions, records them, and they count in the first session", async () => {
    const { organization, manager, office: managers } = await aManagedSchool(portal);
    const body = { ...newUser(organization, ["manage_players", "login_dashboard"]), activated: true };
    const created = createUser.response.parse((await managers.call(createUser, { body })).body);
    const [event] = (await eventsAbout(portal, created.id)).filter(({ event: name }) => name === "permissions_set");
    expect(event).toMatchObject({
      actor_id: manager.id,
      organization_id: organization.id,
      details: { permissions: { before: [], after: ["login_dashboard", "manage_players"] } },
    });
    const browser = await aSession(portal, { ...created, email: "" }, { loginType: "PASSWORD", organizationId: organization.id });
    expect(await held(browser)).toEqual(["login", "login_dashboard", "manage_players", "set_display_name"]);
  });

  test("refuses a permission that the creator does not hold: errors.notAllowed", async () => {
    const { organization, office: managers } = await aManagedSchool(portal);
    const body = newUser(organization, ["play_premium"]);
    expect(code(await managers.call(createUser, { body }))).toBe("errors.notAllowed");
    const { database } = portal.context;
    expect(await database.selectFrom("accounts").select("id").where("email", "=", body.email).execute()).toEqual([]);
  });
});

test("an account with the direct permission login logs in, although its role gives no login", async () => {
  const { account, organization } = await aMember(["guest"]);
  await expect(logIn(portal.browser(), account)).rejects.toThrow("403");
  await give({ account, organization, permissions: ["login"] });
  await logIn(portal.browser(), account);
});

test("an account with the direct permissions manage_players and manage_members owns the classes of its organization", async () => {
  const { account, organization } = await aMember();
  const group = await aPlayerGroup(portal, { organization });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  await give({ account, organization, permissions: ["manage_players", "manage_members"] });
  const { body } = await browser.call(listPlayerGroupRightsOf, { params: { orgId: organization.id } });
  expect(body).toMatchObject([{ player_group_id: group.id, rights_type: "OWNER" }]);
});
