/** Lowering a game's highest scope also applies to earlier hand-overs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import { listTokenRights, narrowScope, tokenAnswer } from "@storyport/contract/tokens";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher } from "#test/builders.ts";
import { claimsOf, handOver, postJson, postToken, readTokens, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ DASHBOARD_URL: "https://dashboard.example", DASHBOARD_CLIENT_SECRET: "a-secret-for-tests" });
});
afterAll(() => portal.close());

async function aTeacherOfAClass() {
  const teacher = await aTeacher(portal);
  const rights = [{ account: teacher.account, level: "OWNER" as const }];
  const group = await aPlayerGroup(portal, { organization: teacher.organization, players: 2, rights });
  const browser = await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id });
  return { ...teacher, group, browser };
}

async function setHighest(game: { id: number }, scope: TokenScope): Promise<void> {
  await portal.context.database.updateTable("games").set({ max_scope: scope }).where("id", "=", game.id).execute();
}

const wide = { query: { scope: "USERGROUP" } };

describe("once a game's highest scope is lowered", () => {
  test("a refresh token gives the narrower scope, in the answer and in the token; after raising it again, its own", async () => {
    const { browser, game, group } = await aTeacherOfAClass();
    let tokens = await tokensFor(portal, browser, { game, ...wide });
    expect(tokens.claims).toMatchObject({ scope: "USERGROUP", playerGroupIds: [group.id] });
    for (const [highest, playerGroupIds] of [["PLAYER", []] as const, ["USERGROUP", [group.id]] as const]) {
      await setHighest(game, highest);
      const answer = await refresh(portal, tokens);
      expect(tokenAnswer.parse(answer.body).scope).toBe(highest);
      tokens = readTokens(answer, tokens.clientId);
      expect(tokens.claims).toMatchObject({ scope: highest, playerGroupIds });
    }
  });

  test("a refresh token repeated after a lost answer gives the narrower scope", async () => {
    const { browser, game } = await aTeacherOfAClass();
    const tokens = await tokensFor(portal, browser, { game, ...wide });
    expect((await refresh(portal, tokens)).status).toBe(200);
    await setHighest(game, "PLAYER");
    expect(readTokens(await refresh(portal, tokens), tokens.clientId).claims.scope).toBe("PLAYER");
  });

  test("a waiting code gives the narrower scope, and stays narrow after the game's is raised again", async () => {
    const { browser, game } = await aTeacherOfAClass();
    const handover = await handOver(browser, game, wide.query);
    await setHighest(game, "PLAYERGROUP");
    const tokens = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    expect(tokens.claims.scope).toBe("PLAYERGROUP");
    await setHighest(game, "USERGROUP");
    expect(readTokens(await refresh(portal, tokens), tokens.clientId).claims.scope).toBe("PLAYERGROUP");
  });

  test("an older access token lists no rights beyond it, and cannot be narrowed to a scope beyond it", async () => {
    const { browser, game } = await aTeacherOfAClass();
    const { accessToken } = await tokensFor(portal, browser, { game, ...wide });
    await setHighest(game, "PLAYER");
    const rightsOf = (kind: string) =>
      portal.app.inject({ url: endpointUrl(listTokenRights, { query: { kind } }), headers: { authorization: `Bearer ${accessToken}` } });
    expect((await rightsOf("players")).statusCode).toBe(200);
    for (const kind of ["playerGroups", "userGroups"])
      expect((await rightsOf(kind)).json()).toMatchObject({ code: "errors.scopeInsufficient" });
    const narrowed = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYERGROUP", accessToken });
    expect(narrowed).toMatchObject({ status: 403, body: { code: "errors.scopeNotHeld" } });
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken });
    expect(claimsOf(narrowScope.response.parse(body).accessToken).scope).toBe("PLAYER");
  });

  test("a game of lower scope does not limit the dashboard", async () => {
    const { browser, game, organization } = await aTeacherOfAClass();
    await setHighest(game, "PLAYER");
    const { headers } = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id, confirmed: "true" } });
    const code = new URL(String(headers["location"])).searchParams.get("code") ?? "";
    const client = { client_id: "dashboard", client_secret: "a-secret-for-tests", redirect_uri: "https://dashboard.example/callback" };
    const answer = await postToken(portal, { grant_type: "authorization_code", code, ...client });
    const tokens = readTokens(answer, "dashboard");
    expect(tokens.claims.scope).toBe("USERGROUP");
    const refreshed = await postToken(portal, { grant_type: "refresh_token", refresh_token: tokens.refreshToken, ...client });
    expect(readTokens(refreshed, "dashboard").claims.scope).toBe("USERGROUP");
  });
});
