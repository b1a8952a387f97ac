/**
 * A token never exceeds 6 kB, and holds at most fifty rights of a kind (`rights.ts`). It names the kinds that it leaves out, and
 * `token/rights` returns them in pages.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { listTokenRights, narrowScope, revokeToken, tokenPair } from "@storyport/contract/tokens";
import type { RightsKind } from "@storyport/contract/tokens";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization, aPlayerGroup, aSession, aTeacher } from "#test/builders.ts";
import { claimsOf, postForm, postJson, readTokens, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Levels = Record<string, RightsLevel>;

interface RightsQuery {
  kind: RightsKind;
  after?: string;
  limit?: string;
}

function ask(accessToken: string | undefined, query: RightsQuery | Record<string, string>, headers: Record<string, string> = {}) {
  const authorization = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return portal.app.inject({
    method: "GET",
    url: endpointUrl(listTokenRights, { query: { ...query } }),
    headers: { ...authorization, ...headers },
  });
}

/** Reads all pages, and counts them. */
async function allOf(accessToken: string, { kind, limit = "500" }: { kind: RightsKind; limit?: string }) {
  const levels: Levels = {};
  const ids: string[] = [];
  let pages = 0;
  for (let after: string | null = ""; after !== null; pages++) {
    const answer = await ask(accessToken, { kind, limit, ...(after === "" ? {} : { after }) });
    expect(answer.statusCode, answer.body).toBe(200);
    const page = listTokenRights.response.parse(answer.json());
    for (const { id, rightsType } of page.results) {
      ids.push(id);
      if (rightsType !== undefined) levels[id] = rightsType;
    }
    after = page.next;
  }
  expect(new Set(ids).size).toBe(ids.length);
  return { levels, ids, pages };
}

/** Makes a group of so many players, who are inserted at once. */
async function aCrowd(
  organization: { id: string },
  { players, level }: { players: number; level: { account: { id: string }; level: RightsLevel } },
) {
  const group = await aPlayerGroup(portal, { organization, rights: [level] });
  const rows = await portal.context.database
    .insertInto("players")
    .values(Array.from({ length: players }, (_, index) => ({ organization_id: organization.id, name: `Player ${index}` })))
    .returning("id")
    .execute();
  await portal.context.database
    .insertInto("player_group_players")
    .values(rows.map(({ id }) => ({ player_group_id: group.id, player_id: id })))
    .execute();
  return { id: group.id, playerIds: rows.map(({ id }) => id) };
}

async function aTeacherOf(players: number, scope = "USERGROUP") {
  const teacher = await aTeacher(portal);
  const { account, organization, game } = teacher;
  const group = await aCrowd(organization, { players, level: { account, level: "MODIFY" } });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { ...teacher, group, ...(await tokensFor(portal, browser, { game, query: { scope } })) };
}

describe.each([500, 5000])("with %i players", (players) => {
  test("the token stays below 6 kB, also when refreshed and narrowed, and the pages contain all rights", async () => {
    const { accessToken, refreshToken, clientId, claims, group } = await aTeacherOf(players);
    const refreshed = readTokens(await refresh(portal, { clientId, refreshToken }), clientId);
    const narrowed = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken });
    const all = [accessToken, refreshed.accessToken, tokenPair.parse(narrowed.body).accessToken];
    for (const token of all) {
      expect(token.length).toBeLessThanOrEqual(limits.accessToken.max);
      expect(claimsOf(token)).toMatchObject({ playerIds: [], playerRights: {}, rightsOmitted: ["players"] });
    }
    expect(claims.playerGroupRights).toEqual({ [group.id]: "MODIFY" });
    const { levels, pages } = await allOf(accessToken, { kind: "players" });
    expect(levels).toEqual(Object.fromEntries(group.playerIds.map((id) => [id, "MODIFY"])));
    expect(pages).toBe(players / 500);
  }, 60_000);
});

test.each(["PLAY", "MODIFY", "SPECIAL"] as const)(
  "the token of a teacher with %s on a class of forty students names them all",
  async (level) => {
    const teacher = await aTeacher(portal);
    const { account, organization, game } = teacher;
    const group = await aCrowd(organization, { players: 40, level: { account, level } });
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const { claims } = await tokensFor(portal, browser, { game });
    expect(claims.rightsOmitted).toBeUndefined();
    expect(claims.playerIds.toSorted()).toEqual(group.playerIds.toSorted());
    expect(claims.playerRights).toEqual(Object.fromEntries(group.playerIds.map((id) => [id, level])));
  },
);

test("a token with few rights leaves none out, and the pages equal its claims", async () => {
  const { accessToken, claims } = await aTeacherOf(5);
  expect(claims.rightsOmitted).toBeUndefined();
  expect((await allOf(accessToken, { kind: "players", limit: "2" })).levels).toEqual(claims.playerRights);
  expect((await allOf(accessToken, { kind: "playerGroups" })).levels).toEqual(claims.playerGroupRights);
  expect((await allOf(accessToken, { kind: "games" })).ids).toEqual(claims.gameIds.map(String));
});

test.each([10, 20, 30, 40, 60])(
  "with %i groups and players each kind is complete or left out, and the token is never too long",
  async (count) => {
    const { account, organization, game } = await aTeacher(portal);
    const { database } = portal.context;
    const groups: Levels = {};
    const players: Levels = {};
    for (let index = 0; index < count; index++) {
      const level = index % 2 === 0 ? "READ" : "OWNER";
      const group = await aPlayerGroup(portal, { organization, players: 1, rights: [{ account, level }] });
      groups[group.id] = level;
      players[group.playerIds[0] ?? ""] = level;
    }
    const userGroups = await database
      .insertInto("user_groups")
      .values(Array.from({ length: count }, () => ({ organization_id: organization.id, name: "Staff" })))
      .returning("id")
      .execute();
    await database
      .insertInto("user_group_members")
      .values(userGroups.map(({ id }) => ({ user_group_id: id, account_id: account.id, rights_level: "PLAY" as const })))
      .execute();
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const { accessToken, claims } = await tokensFor(portal, browser, { game, query: { scope: "USERGROUP" } });
    expect(accessToken.length).toBeLessThanOrEqual(limits.accessToken.max);
    const expected = { players, playerGroups: groups, userGroups: Object.fromEntries(userGroups.map(({ id }) => [id, "PLAY"])) };
    const claimed = { players: claims.playerRights, playerGroups: claims.playerGroupRights, userGroups: claims.userGroupRights };
    for (const kind of ["players", "playerGroups", "userGroups"] as const) {
      expect(claimed[kind]).toEqual(claims.rightsOmitted?.includes(kind) === true ? {} : expected[kind]);
      expect((await allOf(accessToken, { kind, limit: "7" })).levels).toEqual(expected[kind]);
    }
  },
);

test("sixty games are left out as well", async () => {
  const games = [];
  for (let index = 0; index < 60; index++) games.push(await aGame(portal));
  const [game = { id: 0, key: "" }] = games;
  const organization = await anOrganization(portal, { games });
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  const { accessToken, claims } = await tokensFor(portal, browser, { game });
  expect(claims).toMatchObject({ gameIds: [], rightsOmitted: ["games"] });
  const { ids } = await allOf(accessToken, { kind: "games", limit: "25" });
  expect(ids.toSorted()).toEqual(games.map(({ id }) => String(id)).toSorted());
});

describe("token/rights", () => {
  test("returns the present rights, not those at the token's issue", async () => {
    const { accessToken, account, group } = await aTeacherOf(3);
    const { database } = portal.context;
    await database.updateTable("account_player_group_rights").set({ rights_level: "READ" }).where("account_id", "=", account.id).execute();
    expect((await allOf(accessToken, { kind: "playerGroups" })).levels).toEqual({ [group.id]: "READ" });
    await database.deleteFrom("account_player_group_rights").where("account_id", "=", account.id).execute();
    expect((await allOf(accessToken, { kind: "players" })).ids).toEqual([]);
  });

  test.each([
    ["PLAYER", "playerGroups", "PLAYERGROUP"],
    ["PLAYER", "userGroups", "USERGROUP"],
    ["PLAYERGROUP", "userGroups", "USERGROUP"],
  ] as const)(
    "refuses a token of scope %s the kind %s, and says that it needs %s: errors.scopeInsufficient",
    async (scope, kind, needed) => {
      const { accessToken } = await aTeacherOf(1, scope);
      const answer = await ask(accessToken, { kind });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ error: "insufficient_scope", code: "errors.scopeInsufficient" });
      expect(answer.json().message).toContain(`${kind} needs ${needed}`);
      expect(answer.headers["www-authenticate"]).toBe(`Bearer realm="${publicUrl}", error="insufficient_scope", scope="${needed}"`);
    },
  );

  test("refuses a token at once after its family was revoked: errors.accessTokenInvalid, with a challenge", async () => {
    const { accessToken, refreshToken, clientId } = await aTeacherOf(1);
    await postForm(portal, endpointUrl(revokeToken), { form: { client_id: clientId, token: refreshToken } });
    const answer = await ask(accessToken, { kind: "players" });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe(`Bearer realm="${publicUrl}", error="invalid_token"`);
    expect(answer.json()).toMatchObject({ error: "invalid_token", code: "errors.accessTokenInvalid" });
  });

  test("refuses a missing token, another scheme, a damaged token and an overlong one", async () => {
    const { accessToken } = await aTeacherOf(1);
    const players = { kind: "players" } as const;
    const answers = [
      await ask(undefined, players),
      await ask(undefined, players, { authorization: `Basic ${accessToken}` }),
      await ask(undefined, players, { authorization: accessToken }),
      await ask(accessToken.slice(0, -2), players),
      await ask("x".repeat(limits.accessToken.max + 1), players),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([401, "errors.accessTokenInvalid"]);
    // A call without a token learns no cause (RFC 6750, section 3.1).
    const causes = answers.map((answer) => answer.json().error);
    expect(causes).toEqual([undefined, undefined, undefined, "invalid_token", "invalid_token"]);
  });

  test.each([{}, { kind: "people" }, { kind: "players", limit: "0" }, { kind: "players", limit: "501" }, { kind: "players", after: "" }])(
    "%j: 400",
    async (query: Record<string, string>) => {
      const { accessToken } = await aTeacherOf(1);
      expect((await ask(accessToken, query)).statusCode).toBe(400);
    },
  );

  test.each(["zzz", "0", "'; drop table players; --", "\u{10FFFF}"])("begins after any text: %j", async (after) => {
    const { accessToken } = await aTeacherOf(1);
    expect((await ask(accessToken, { kind: "players", after })).statusCode).toBe(200);
  });

  test("can be called by web games of any origin, without cookies, and is never cached", async () => {
    const { accessToken } = await aTeacherOf(1);
    const origin = "https://game.example";
    const preflight = await portal.app.inject({
      method: "OPTIONS",
      url: endpointUrl(listTokenRights, { query: { kind: "players" } }),
      headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ "access-control-allow-origin": "*", "access-control-allow-methods": "GET" });
    expect(preflight.headers["access-control-allow-headers"]).toContain("authorization");
    const { headers } = await ask(accessToken, { kind: "players" }, { origin, "sec-fetch-site": "cross-site" });
    expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

test("the token of a manager owns every group and player of the school, and an administrator's too", async () => {
  const game = await aGame(portal);
  const organization = await anOrganization(portal, { games: [game] });
  const group = await aPlayerGroup(portal, { organization, players: 2 });
  const archived = await aPlayerGroup(portal, { organization, players: 1, type: "ARCHIVED" });
  const people = [
    await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] }),
    await anAccount(portal, { platformRoles: ["admin"] }),
  ];
  for (const account of people) {
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const { claims } = await tokensFor(portal, browser, { game });
    expect(claims.playerGroupRights).toEqual({ [group.id]: "OWNER" });
    expect(claims.playerRights).toEqual(Object.fromEntries(group.playerIds.map((id) => [id, "OWNER"])));
    expect(claims.playerGroupIds).not.toContain(archived.id);
  }
});

test("an account that may no longer manage players has no levels in the token", async () => {
  const { account, organization, game } = await aTeacher(portal, { roles: ["member"] });
  await aPlayerGroup(portal, { organization, players: 1, rights: [{ account, level: "MODIFY" }] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  const { claims } = await tokensFor(portal, browser, { game });
  expect(claims).toMatchObject({ playerGroupRights: {}, playerRights: {} });
});

test("token/rights refuses a token that is ten minutes old: errors.accessTokenInvalid", async () => {
  const { accessToken } = await aTeacherOf(1);
  await portal.clock.travel(601);
  const answer = await ask(accessToken, { kind: "players" });
  expect([answer.statusCode, answer.json().code]).toEqual([401, "errors.accessTokenInvalid"]);
});
