/** issueTokens: a refresh that asks for a scope (RFC 6749, section 6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getUserinfo, tokenAnswer } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import { endpointUrl } from "@storyport/contract/endpoint";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher } from "#test/builders.ts";
import { claimsOf, postToken, readTokens, refresh, tokensFor } from "#test/oauth-client.ts";
import type { Tokens } from "#test/oauth-client.ts";
import { playBy } from "#test/lessons.ts";
import { aClassWithBadges, badgesOf, codeOn } from "#test/school-class.ts";
import { createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function someTokens(scope: string) {
  const teacher = await aTeacher(portal);
  const { account, organization } = teacher;
  await aPlayerGroup(portal, { organization, players: 2, rights: [{ account, level: "OWNER" }] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { ...teacher, tokens: await tokensFor(portal, browser, { game: teacher.game, query: { scope } }) };
}

const refreshFor = (scope: string | undefined, { clientId, refreshToken }: Pick<Tokens, "clientId" | "refreshToken">) =>
  postToken(portal, { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, scope });

async function scopesFor(scope: string | undefined, tokens: Tokens) {
  const answer = await refreshFor(scope, tokens);
  const next = readTokens(answer, tokens.clientId);
  return { next, scopes: [tokenAnswer.parse(answer.body).scope, next.claims.scope] };
}

const notGranted = { status: 400, body: { error: "invalid_scope", code: "errors.scopeNotGranted" } };

describe("a refresh with a scope", () => {
  const matrix = tokenScopes.flatMap((given, from) => tokenScopes.map((asked, to) => ({ given, asked, isNarrower: to >= from })));
  test.each(matrix.filter(({ isNarrower }) => isNarrower))("$given: $asked is given", async ({ given, asked }) => {
    const { tokens } = await someTokens(given);
    expect((await scopesFor(asked, tokens)).scopes).toEqual([asked, asked]);
  });

  test.each(matrix.filter(({ isNarrower }) => !isNarrower))(
    "$given: $asked is refused, and the refresh token is not used up: errors.scopeNotGranted",
    async ({ given, asked }) => {
      const { tokens } = await someTokens(given);
      expect(await refreshFor(asked, tokens)).toMatchObject(notGranted);
      const { next } = await scopesFor(undefined, tokens);
      expect((await refresh(portal, next)).status).toBe(200);
    },
  );

  test.each([
    ["offline_access", "USERGROUP"],
    ["player", "USERGROUP"],
    ["openid PLAYER", "PLAYER"],
    ["PLAYERGROUP offline_access", "PLAYERGROUP"],
  ])("%j counts without the words that the login did not know: %s", async (scope, given) => {
    const { tokens } = await someTokens("USERGROUP");
    expect((await scopesFor(scope, tokens)).scopes).toEqual([given, given]);
  });

  test("that is narrower narrows this access token alone, and the next has the login's scope", async () => {
    const { tokens } = await someTokens("USERGROUP");
    const { next } = await scopesFor("PLAYER", tokens);
    expect(next.claims).toMatchObject({ playerGroupIds: [], userGroupIds: [], sid: tokens.claims.sid });
    expect(next.claims.playerIds).toHaveLength(2);
    const { next: later, scopes } = await scopesFor(undefined, next);
    expect(scopes).toEqual(["USERGROUP", "USERGROUP"]);
    expect(later.claims.playerGroupIds).toHaveLength(1);
  });

  test.each(["", " ", "USERGROUP "])("%j changes nothing", async (scope) => {
    const { tokens } = await someTokens("USERGROUP");
    expect((await scopesFor(scope, tokens)).scopes).toEqual(["USERGROUP", "USERGROUP"]);
  });

  test("of several words the narrowest counts, as at the login", async () => {
    const { tokens } = await someTokens("USERGROUP");
    expect((await scopesFor("USERGROUP PLAYERGROUP", tokens)).scopes).toEqual(["PLAYERGROUP", "PLAYERGROUP"]);
  });

  test("that the login was given stays allowed after the game's widest scope was lowered, and gives what is left", async () => {
    const { tokens, game } = await someTokens("USERGROUP");
    await portal.context.database.updateTable("games").set({ max_scope: "PLAYERGROUP" }).where("id", "=", game.id).execute();
    const { next, scopes } = await scopesFor("USERGROUP", tokens);
    expect(scopes).toEqual(["PLAYERGROUP", "PLAYERGROUP"]);
    expect((await scopesFor("PLAYER", next)).scopes).toEqual(["PLAYER", "PLAYER"]);
  });
});

test.each(tokenScopes)("a child's login gets PLAYER again, also if the game's library repeats %s", async (scope) => {
  const school = await aClassWithBadges(portal);
  const [badge] = await badgesOf(school);
  if (badge === undefined) throw new Error("The class has badges.");
  const tokens = await playBy(portal, school, codeOn(badge));
  expect((await scopesFor(scope, tokens)).scopes).toEqual(["PLAYER", "PLAYER"]);
});

describe("a game whose answer was lost", () => {
  test("may ask for another scope, and gets the same successor", async () => {
    const { tokens } = await someTokens("USERGROUP");
    const { next } = await scopesFor("PLAYER", tokens);
    const { next: again, scopes } = await scopesFor("PLAYERGROUP", tokens);
    expect(scopes).toEqual(["PLAYERGROUP", "PLAYERGROUP"]);
    expect(again.refreshToken).toBe(next.refreshToken);
  });

  test("and asks for too much is refused, and its login goes on", async () => {
    const { tokens } = await someTokens("PLAYER");
    const { next } = await scopesFor(undefined, tokens);
    expect(await refreshFor("USERGROUP", tokens)).toMatchObject(notGranted);
    expect((await refresh(portal, next)).status).toBe(200);
  });

  test("a token that two clients use ends the login, whatever scope it comes with", async () => {
    const { tokens } = await someTokens("PLAYER");
    const { next } = await scopesFor(undefined, tokens);
    const { next: newest } = await scopesFor(undefined, next);
    expect((await refreshFor("USERGROUP", tokens)).body).toMatchObject({ error: "invalid_grant" });
    expect((await refresh(portal, newest)).body).toMatchObject({ error: "invalid_grant" });
  });
});

test("a narrowed token is recorded once for each refresh token and scope, also for twenty concurrent calls", async () => {
  const { tokens, account } = await someTokens("USERGROUP");
  await Promise.all(Array.from({ length: 20 }, () => refreshFor("PLAYER", tokens)));
  await refreshFor("PLAYERGROUP", tokens);
  await refreshFor("USERGROUP", tokens);
  const events = portal.context.database.selectFrom("audit_events").select("details").where("event", "=", "token_narrowed");
  const scopes = (await events.where("target_id", "=", account.id).orderBy("id").execute()).map(({ details }) => details["scope"]);
  expect(scopes).toEqual(["PLAYER", "PLAYERGROUP"]);
});

describe("an OpenID client", () => {
  const { aStaffTool, logInByLibrary } = createStaffTools(() => portal);

  async function aLogin(scope: string) {
    const tool = await aStaffTool({ shares: true });
    const { tokens } = await logInByLibrary(tool, scope);
    return { clientId: String(tool.game.id), refreshToken: tokens.refresh_token ?? "" };
  }

  test.each(["openid profile USERGROUP", "openid", "profile openid", "USERGROUP"])(
    "that asks for %j keeps the words of OpenID Connect and its ID token",
    async (scope) => {
      const answer = tokenAnswer.parse((await refreshFor(scope, await aLogin("openid profile"))).body);
      expect(answer).toMatchObject({ scope: "openid profile USERGROUP", id_token: expect.any(String) });
      expect(claimsOf(answer.access_token).scope).toBe("USERGROUP");
    },
  );

  test("that narrows its token gets one for which userinfo is closed, without an ID token", async () => {
    const { body } = await refreshFor("openid PLAYER", await aLogin("openid profile"));
    const answer = tokenAnswer.parse(body);
    expect(answer.scope).toBe("PLAYER");
    expect(answer).not.toHaveProperty("id_token");
    const headers = { authorization: `Bearer ${answer.access_token}` };
    expect((await portal.app.inject({ url: endpointUrl(getUserinfo), headers })).statusCode).toBe(403);
  });

  test("gets no word that its login lacks by asking for it at a refresh", async () => {
    const tokens = await aLogin("openid profile");
    const { body } = await refreshFor("openid profile email", tokens);
    const { scope } = tokenAnswer.parse(body);
    expect(scope.split(" ")).toEqual(expect.arrayContaining(["openid", "profile"]));
    expect(scope).not.toContain("email");
  });
});
