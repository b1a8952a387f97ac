import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization, aSession, aTeacher, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { postToken, readTokens } from "#test/oauth-client.ts";

const dashboardUrl = "https://dashboard.example";
let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ DASHBOARD_URL: dashboardUrl, DASHBOARD_CLIENT_SECRET: "a-secret-for-tests" });
  // Two permissions, each in its own role, because the 16 combinations need them separate.
  const { database } = portal.context;
  for (const key of ["login_dashboard", "view_user_group"] as const) {
    await database
      .insertInto("roles")
      .values({ key: `only_${key}`, name: key, description: key })
      .execute();
    await database
      .insertInto("role_permissions")
      .values(([key, "login"] as const).map((permission_key) => ({ role_key: `only_${key}`, permission_key })))
      .execute();
  }
});
afterAll(() => portal.close());

const noAccess = (language: string): string => `${dashboardUrl}/${language}/no-access?ref=portal`;

/** Sends the request as the page does after consent, unless `query` says otherwise. */
async function leave(browser: Browser, request: Record<string, unknown>): Promise<string> {
  const query = { confirmed: "true", ...request };
  const { status, headers } = await browser.call(openDashboard, { query, headers: { "sec-fetch-mode": "navigate" } });
  expect(status).toBe(302);
  return String(headers.location);
}

async function codesMade(): Promise<number> {
  return (await portal.context.database.selectFrom("game_codes").select("digest").execute()).length;
}

describe("leaving for the dashboard", () => {
  test("redirects a teacher to the configured dashboard with a one-time code, state and iss, never a token", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const url = new URL(await leave(browser, { gameId: game.id, orgId: organization.id, state: "s&code=x\r\n" }));
    expect(url.origin + url.pathname).toBe(`${dashboardUrl}/callback`);
    expect([...url.searchParams.keys()].toSorted()).toEqual(["code", "iss", "state"]);
    expect(url.searchParams.get("state")).toBe("s&code=x\r\n");
    expect(url.searchParams.get("iss")).toBe(publicUrl);
    expect(url.searchParams.get("code")).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("redirects to the game's own dashboard, with a code that only that address redeems", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const link = { game_id: game.id, resource_type: "dashboard" as const, url: "https://own.dashboard.example/reports/" };
    await portal.context.database.insertInto("resource_links").values(link).execute();
    const browser = await logIn(portal.browser(), account);
    const own = "https://own.dashboard.example/reports/callback";
    for (const [redirect_uri, status] of [
      [`${dashboardUrl}/callback`, 400],
      [own, 200],
    ] as const) {
      const url = new URL(await leave(browser, { gameId: game.id, orgId: organization.id }));
      expect(url.origin + url.pathname).toBe(own);
      const client = { client_id: "dashboard", client_secret: "a-secret-for-tests" };
      const code = url.searchParams.get("code") ?? "";
      expect(await postToken(portal, { grant_type: "authorization_code", code, redirect_uri, ...client })).toMatchObject({ status });
    }
  });

  test("sends no state back if the request has none", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const url = new URL(await leave(await logIn(portal.browser(), account), { gameId: game.id, orgId: organization.id }));
    expect(url.searchParams.has("state")).toBe(false);
  });

  test("accepts the game's number or key, and issues the token for the requested organization (DESIGN A10)", async () => {
    const game = await aGame(portal);
    const [first, second] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const memberships = [first, second].map((organization) => ({ organization, roles: ["group_manager"] }));
    const browser = await logIn(portal.browser(), await anAccount(portal, { memberships }));
    for (const [gameId, organization] of [
      [game.id, first],
      [game.key, second],
    ] as const) {
      const code = new URL(await leave(browser, { gameId, orgId: organization.id })).searchParams.get("code") ?? "";
      const form = { client_id: "dashboard", client_secret: "a-secret-for-tests", redirect_uri: `${dashboardUrl}/callback` };
      const { claims } = readTokens(await postToken(portal, { grant_type: "authorization_code", code, ...form }), "dashboard");
      expect(claims).toMatchObject({ aud: "dashboard", orgId: organization.id, scope: "USERGROUP" });
    }
  });
});

test("a game with a number of ten digits is found", async () => {
  const { account, organization } = await aTeacher(portal);
  const { database } = portal.context;
  await database
    .insertInto("games")
    .values({ id: 2_147_483_647, key: "the-last-game", description: "The last", login_types: ["PASSWORD"], required_permissions: [] })
    .execute();
  await database.insertInto("organization_games").values({ organization_id: organization.id, game_id: 2_147_483_647 }).execute();
  const browser = await logIn(portal.browser(), account);
  expect(await leave(browser, { gameId: "2147483647", orgId: organization.id })).toMatch(/\/callback\?code=/);
});

describe("both permissions are required in that organization (specification, sections 2 and 6)", () => {
  const combinations = [0, 1, 2, 3].flatMap((here) => [0, 1, 2, 3].map((elsewhere) => ({ here, elsewhere })));
  const rolesOf = (bits: number): string[] => [
    ...(bits === 0 ? ["member"] : []),
    ...((bits & 1) === 1 ? ["only_login_dashboard"] : []),
    ...((bits & 2) === 2 ? ["only_view_user_group"] : []),
  ];

  test.each(combinations)(
    "held here: $here, elsewhere: $elsewhere (1 login_dashboard, 2 view_user_group, 3 both)",
    async ({ here, elsewhere }) => {
      const game = await aGame(portal);
      const [one, other] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
      const account = await anAccount(portal, {
        memberships: [
          { organization: one, roles: rolesOf(here) },
          { organization: other, roles: rolesOf(elsewhere) },
        ],
      });
      const browser = await logIn(portal.browser(), account);
      const before = await codesMade();
      const location = await leave(browser, { gameId: game.id, orgId: one.id });
      expect(new URL(location).pathname).toBe(here === 3 ? "/callback" : "/en/no-access");
      expect(await codesMade()).toBe(before + (here === 3 ? 1 : 0));
    },
  );
});

describe("a user without permission is redirected to the dashboard's no-access page, without a code", () => {
  test.each(["en", "nb", "nn", "fr", "nl", "pt-BR"])("in the account's language: %s", async (locale) => {
    const { account, organization, game } = await aTeacher(portal, { roles: ["member"], locale });
    const browser = await logIn(portal.browser(), account);
    expect(await leave(browser, { gameId: game.id, orgId: organization.id })).toBe(noAccess(locale));
  });

  test("a foreign organization, a foreign game and an unknown one look like a missing permission", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const foreign = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    for (const query of [
      { gameId: game.id, orgId: foreign.organization.id },
      { gameId: game.id, orgId: randomUUID() },
      { gameId: foreign.game.id, orgId: organization.id },
      { gameId: foreign.game.key, orgId: organization.id },
      { gameId: foreign.game.id, orgId: foreign.organization.id },
      { gameId: "no-such-game", orgId: organization.id },
      { gameId: "999999999", orgId: organization.id },
      { gameId: "99999999999999999999", orgId: organization.id },
      { gameId: "-1", orgId: organization.id },
      { gameId: "1 or 1=1", orgId: organization.id },
    ]) {
      expect(await leave(browser, query)).toBe(noAccess("en"));
    }
  });

  test("a game that does not allow the login type", async () => {
    const { account, organization, game } = await aTeacher(portal, { game: { loginTypes: ["FEIDE"] } });
    const browser = await logIn(portal.browser(), account);
    expect(await leave(browser, { gameId: game.id, orgId: organization.id })).toBe(noAccess("en"));
  });
});

test("a visitor without a login is redirected to the login by a navigation, and refused with errors.notLoggedIn otherwise", async () => {
  const query = { gameId: 1, orgId: randomUUID() };
  const navigation = await portal.browser().call(openDashboard, { query, headers: { "sec-fetch-mode": "navigate" } });
  expect(navigation.status).toBe(303);
  expect(navigation.headers.location).toBe("/login?error=errors.notLoggedIn");
  const call = await portal.browser().call(openDashboard, { query });
  expect(call.status).toBe(401);
  expect(call.body).toMatchObject({ code: "errors.notLoggedIn" });
});

test.each<[string, Record<string, string | undefined>]>([
  ["without the headers of a browser", { "sec-fetch-site": undefined }],
  ["that names its site", { "sec-fetch-site": "same-origin" }],
  ["that names its site by fetch in Node", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }],
  ["that names its origin", { "sec-fetch-site": undefined, origin: publicUrl }],
  [
    "with the headers of fetch in Node",
    { "sec-fetch-site": undefined, "sec-fetch-mode": "cors", "accept-language": "*", "user-agent": "node" },
  ],
])("a program %s is redirected to the dashboard without a question", async (_, headers) => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const query = { gameId: game.key, orgId: organization.id, state: "s" };
  const { status, headers: answered } = await browser.call(openDashboard, { query, headers });
  expect(status).toBe(302);
  expect(String(answered.location)).toMatch(new RegExp(`^${dashboardUrl}/callback\\?code=[\\w-]{43}&state=s&iss=`));
});

test.each<[string, Record<string, string | undefined>]>([
  ["an old browser's navigation", { "sec-fetch-site": undefined, accept: "text/html,*/*" }],
  [
    "an old browser's image on a page of a sibling site",
    { "sec-fetch-site": undefined, accept: "image/*", "accept-language": "en", "user-agent": "Mozilla/5.0 (Macintosh) Safari/605.1.15" },
  ],
  ["a page of a sibling site", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
  ["a script of a sibling site", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }],
  ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ["an old browser's script of another site", { "sec-fetch-site": undefined, origin: "https://evil.test" }],
])("%s is no program, and gets no code", async (_, headers) => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const before = await codesMade();
  const query = { gameId: game.key, orgId: organization.id, state: "s" };
  expect(await browser.call(openDashboard, { query, headers })).toMatchObject({ status: 403, body: { code: "errors.crossSite" } });
  expect(await codesMade()).toBe(before);
});

test("a child's badge session is refused without a code", async () => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
  const before = await codesMade();
  const { status, body } = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id } });
  expect(status).toBe(403);
  expect(body).toMatchObject({ code: "errors.notAllowed" });
  expect(await codesMade()).toBe(before);
});

test("another site cannot send a teacher to the dashboard", async () => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  const { status, headers: answered } = await browser.call(openDashboard, {
    query: { gameId: game.id, orgId: organization.id },
    headers,
  });
  expect(status).toBe(303);
  expect(answered.location).toBe("/login?error=errors.crossSite");
});

test.each([
  ["no gameId", { gameId: undefined }],
  ["an empty gameId", { gameId: "" }],
  ["a gameId of 65 characters", { gameId: "g".repeat(65) }],
  ["a gameId with U+0000", { gameId: "g\u0000" }],
  ["no orgId", { orgId: undefined }],
  ["an orgId that is no uuid", { orgId: "me" }],
  ["a state of 1,025 characters", { state: "s".repeat(1025) }],
  ["a state with U+0000", { state: "\u0000" }],
  ["another address to go to", { redirect_uri: "https://evil.test" }],
])("%s is refused with 400", async (_, changes) => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const { status, body } = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id, ...changes } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "errors.invalidInput" });
});

describe("a request from another site needs confirmation first (DESIGN A6)", () => {
  /** Opens /dashboard-login with these headers and the state `visited`, then leaves with `state`. */
  const openDirectly = async (headers: Record<string, string>, state: string | undefined, visited = state) => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const query = new URLSearchParams({ gameId: game.key, orgId: organization.id, ...(visited !== undefined && { state: visited }) });
    await browser.send({ method: "GET", url: `/dashboard-login?${query}`, headers });
    const before = await codesMade();
    const led = await leave(browser, { gameId: game.key, orgId: organization.id, state, confirmed: undefined });
    return { led, codes: (await codesMade()) - before, game, organization };
  };

  test.each<[string, Record<string, string>]>([
    ["nowhere", { "sec-fetch-site": "none" }],
    ["our own pages", { "sec-fetch-site": "same-origin", referer: `${publicUrl}/` }],
    ["the dashboard", { "sec-fetch-site": "cross-site", referer: `${dashboardUrl}/` }],
  ])("a request from %s passes without a question", async (_, headers) => {
    const { led, codes } = await openDirectly(headers, "s");
    expect(led.startsWith(`${dashboardUrl}/callback?code=`)).toBe(true);
    expect(codes).toBe(1);
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", referer: "https://evil.test/" }],
    ["another site without a referrer", { "sec-fetch-site": "cross-site" }],
    ["a reload of a page that another site opened", { "sec-fetch-site": "same-origin" }],
    ["another port of the dashboard", { "sec-fetch-site": "cross-site", referer: `${dashboardUrl}:8443/` }],
  ])("a request from %s leads to the question, without a code", async (_, headers) => {
    const { led, codes, game, organization } = await openDirectly(headers, "s&x");
    expect(led).toBe(
      `/dashboard-redirect?${new URLSearchParams({ gameId: game.key, orgId: organization.id, state: "s&x", asks: "true" })}`,
    );
    expect(codes).toBe(0);
  });

  test("a request that passed without confirmation does not cover another request", async () => {
    expect((await openDirectly({ "sec-fetch-site": "none" }, "theirs", "mine")).codes).toBe(0);
    expect((await openDirectly({ "sec-fetch-site": "none" }, undefined, "mine")).codes).toBe(0);
  });
});
