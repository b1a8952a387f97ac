/** How the login type of a family decides about its refreshed tokens. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anAccount } from "#test/builders.ts";
import { readTokens, refresh, tokensFor } from "#test/oauth-client.ts";
import type { Tokens } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aGameWithTokens(loginType: "PASSWORD" | "QRCODE" = "PASSWORD", parts: Parameters<typeof aTeacher>[1] = {}) {
  const teacher = await aTeacher(portal, parts);
  const browser = await aSession(portal, teacher.account, { loginType, organizationId: teacher.organization.id });
  return { ...teacher, tokens: await tokensFor(portal, browser, { game: teacher.game }) };
}

async function next(tokens: Tokens): Promise<Tokens> {
  return readTokens(await refresh(portal, tokens), tokens.clientId);
}

describe("a badge's tokens", () => {
  test("contain only the student's rights at each refresh, whatever the account gains meanwhile", async () => {
    const { account, organization, tokens } = await aGameWithTokens("QRCODE", { roles: ["student"], email: null, loginTypes: ["QRCODE"] });
    const { database } = portal.context;
    const group = await aPlayerGroup(portal, { organization, players: 3 });
    const own = group.playerIds[0] ?? "";
    await database.insertInto("account_players").values({ account_id: account.id, player_id: own }).execute();
    const before = await next(tokens);
    await database
      .insertInto("account_roles")
      .values({ account_id: account.id, role_key: "organization_admin", organization_id: organization.id })
      .execute();
    await database
      .insertInto("account_permissions")
      .values({ account_id: account.id, permission_key: "view_user_group", organization_id: organization.id })
      .execute();
    const right = { account_id: account.id, player_group_id: group.id, rights_level: "OWNER" as const };
    await database.insertInto("account_player_group_rights").values(right).execute();
    const { claims } = await next(before);
    const rights = {
      scope: "PLAYER",
      roles: ["student"],
      permissions: ["login"],
      playerRights: { [own]: "PLAY" },
      playerGroupRights: {},
      userGroupRights: {},
    };
    expect(claims).toMatchObject(rights);
    expect(claims.playerIds).toEqual([own]);
  });
});

test("refreshing ends when the game no longer allows the login type, but not for an administrator", async () => {
  const { game, tokens } = await aGameWithTokens();
  const admin = await anAccount(portal, { platformRoles: ["admin"] });
  const desk = await aSession(portal, admin, { loginType: "PASSWORD" });
  const { database } = portal.context;
  const ofAdmin = await tokensFor(portal, desk, { game });
  await database
    .updateTable("games")
    .set({ login_types: ["FEIDE"] })
    .where("id", "=", game.id)
    .execute();
  expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant", code: "errors.grantInvalid" });
  expect((await refresh(portal, ofAdmin)).status).toBe(200);
});
