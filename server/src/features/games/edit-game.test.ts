/** Games as clients: their policy and their registered callbacks (DESIGN A3, A17; RFC 8252, section 7). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editGame, listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, anAdministrator, anOrganization, aSession, aTeacher, webCallback } from "#test/builders.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { createGameOrigins } from "./list-game-origins.ts";
import { callbackFault } from "@storyport/contract/callback-url";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const edit = (gameId: unknown, body: Record<string, unknown>) =>
  admin.call(editGame, { params: { gameId }, body: { version: 1, ...body } });

test("every game is listed with its policy, its callbacks, and how many organizations have it", async () => {
  const game = await aGame(portal, {
    loginTypes: ["GOOGLE"],
    requiredPermissions: ["play_premium"],
    isPublic: false,
    legacyClientCode: true,
    maxScope: "PLAYER",
  });
  await anOrganization(portal, { games: [game] });
  const { status, body } = await admin.call(listGames);
  expect(status).toBe(200);
  expect((body as GameSettings[]).find(({ gameId }) => gameId === game.id)).toEqual({
    gameId: game.id,
    gameKey: game.key,
    description: `Game ${game.id}`,
    version: 1,
    locale: "en",
    loginTypes: ["GOOGLE"],
    requiredPermissions: ["play_premium"],
    isPublic: false,
    legacyClientCode: true,
    maxScope: "PLAYER",
    callbacks: [
      { url: "http://127.0.0.1/callback", kind: "LOOPBACK" },
      { url: webCallback, kind: "WEB" },
      { url: "org.example.game:/login", kind: "APP" },
    ],
    resourceLinks: [],
    openid: null,
    organizationCount: 1,
    retiredAt: null,
  });
});

describe("editing a game", () => {
  test("changes the highest scope and records both values; refuses an unknown scope", async () => {
    const game = await aGame(portal, { maxScope: "PLAYERGROUP" });
    expect(await edit(game.id, { maxScope: "USERGROUP" })).toMatchObject({ status: 200, body: { maxScope: "USERGROUP" } });
    const { details } = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("event", "=", "game_edited")
      .where(sql`details->>'gameId'`, "=", String(game.id))
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ before: { maxScope: "PLAYERGROUP" }, after: { maxScope: "USERGROUP" } });
    expect((await edit(game.id, { version: 2, maxScope: "ADMIN" })).status).toBe(400);
  });

  test("changes only the given fields, and records the values before and after", async () => {
    const game = await aGame(portal);
    const callbacks = [
      { url: webCallback, kind: "WEB" },
      { url: "https://game.example/other?x=1", kind: "WEB" },
    ];
    const edited = await edit(game.id, { callbacks, loginTypes: ["PASSWORD", "PASSWORD"], isPublic: false });
    expect(edited).toMatchObject({
      status: 200,
      body: { version: 2, loginTypes: ["PASSWORD"], isPublic: false, legacyClientCode: false, description: `Game ${game.id}` },
    });
    expect((edited.body as GameSettings).callbacks.map(({ url }) => url).toSorted()).toEqual(callbacks.map(({ url }) => url).toSorted());
    const { details } = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("event", "=", "game_edited")
      .where(sql`details->>'gameId'`, "=", String(game.id))
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ before: { isPublic: true, loginTypes: ["PASSWORD", "QRCODE"] }, after: { isPublic: false } });
    expect(Object.keys(details["after"] ?? {}).toSorted()).toEqual(["callbacks", "isPublic", "loginTypes"]);
  });

  test("a repeated callback is registered once, an empty list removes all", async () => {
    const game = await aGame(portal);
    const callback = { url: "https://game.example/twice", kind: "WEB" };
    expect(await edit(game.id, { callbacks: [callback, callback] })).toMatchObject({ status: 200, body: { callbacks: [callback] } });
    expect(await edit(game.id, { version: 2, callbacks: [] })).toMatchObject({ status: 200, body: { callbacks: [] } });
  });

  test("new required permissions and login types apply to issued tokens at their next refresh", async () => {
    for (const change of [{ requiredPermissions: ["play_premium"] }, { loginTypes: ["GOOGLE"] }]) {
      const { account, organization, game } = await aTeacher(portal);
      const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
      const tokens = await tokensFor(portal, browser, { game });
      expect((await edit(game.id, change)).status).toBe(200);
      expect(await refresh(portal, tokens)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    }
  });

  test("removing a login type does not lock administrators out", async () => {
    const { organization, game } = await aTeacher(portal);
    const tokens = await tokensFor(portal, admin, { game, query: { orgId: organization.id } });
    expect((await edit(game.id, { loginTypes: ["GOOGLE"] })).status).toBe(200);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("one of fifty concurrent edits of one version succeeds, the others get errors.changedMeanwhile", async () => {
    const game = await aGame(portal);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => edit(game.id, { description: `Number ${index}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, body }).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    }
  });

  test("a missing game: errors.notFound", async () => {
    expect(await edit(2_000_000_000, { isPublic: true })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test.each([
    ["key", "other"],
    ["gameId", 1],
    ["locale", "no such language"],
    ["retiredAt", null],
    ["organizationCount", 3],
    ["requiredPermissions", ["fly"]],
    ["loginTypes", ["FAX"]],
    ["description", ""],
  ])("%s as %j: 400", async (member, value) => {
    const game = await aGame(portal);
    expect((await edit(game.id, { [member]: value })).status).toBe(400);
  });
});

const unsafe: [string, "WEB" | "LOOPBACK" | "APP"][] = [
  ["http://game.example/callback", "WEB"],
  ["https://game.example", "WEB"],
  ["https://user@game.example/", "WEB"],
  ["https://game.example/#x", "WEB"],
  ["https://game.example\\@evil.example/", "WEB"],
  ["https://game.example/a b", "WEB"],
  ["https://*/", "WEB"],
  ["https://*.example/", "WEB"],
  ["https://a;script-src/", "WEB"],
  ["https://a,b/", "WEB"],
  ["https://'none'/", "WEB"],
  ["https://:::/", "WEB"],
  ["https://game.example:99999/", "WEB"],
  ["https://GAME.example/", "WEB"],
  ["https://game.example:443/", "WEB"],
  ["https://game.example/a/../b", "WEB"],
  ["https://spill.exämple/", "WEB"],
  ["https://game.example/\u202e", "WEB"],
  ["http://127.0.0.1/callback", "WEB"],
  ["http://localhost:3000/", "WEB"],
  ["https://127.0.0.1/", "LOOPBACK"],
  ["http://127.0.0.1:4000/", "LOOPBACK"],
  ["http://192.168.0.1/", "LOOPBACK"],
  ["game:/login", "APP"],
  ["javascript:alert(1)", "APP"],
  ["Org.Example:/login", "APP"],
  ["https://game.example/", "APP"],
];

describe("errors.callbackUrlUnsafe", () => {
  test.each(unsafe)("%s as %s", async (url, kind) => {
    const game = await aGame(portal);
    const refused = await edit(game.id, {
      callbacks: [
        { url: webCallback, kind: "WEB" },
        { url, kind },
      ],
      isPublic: false,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "errors.callbackUrlUnsafe" } });
    const [row] = await portal.context.database.selectFrom("games").select(["version", "is_public"]).where("id", "=", game.id).execute();
    expect(row).toEqual({ version: 1, is_public: true });
  });

  const safe: typeof unsafe = [
    ["https://game.example/callback", "WEB"],
    ["https://game.example:8443/callback?a=b", "WEB"],
    ["https://xn--exmple-cua.example/", "WEB"],
    ["http://127.0.0.1:4100/callback", "WEB"],
    ["http://127.0.0.1/callback", "LOOPBACK"],
    ["http://[::1]/callback", "LOOPBACK"],
    ["org.example.game:/login", "APP"],
    ["org.example.game://login", "APP"],
  ];

  test.each(safe)("never for %s as %s", async (url, kind) => {
    const game = await aGame(portal);
    expect(await edit(game.id, { callbacks: [{ url, kind }] })).toMatchObject({ status: 200, body: { callbacks: [{ url, kind }] } });
  });

  test("refuses everything that the table would refuse", async () => {
    const everything = [...unsafe, ...safe].flatMap(([url]) => (["WEB", "LOOPBACK", "APP"] as const).map((kind) => ({ url, kind })));
    const game = await aGame(portal, { callbacks: [] });
    for (const callback of everything.filter((one) => callbackFault(one) === undefined)) {
      const insert = portal.context.database.insertInto("game_callbacks").values({ game_id: game.id, ...callback });
      await expect(insert.onConflict((conflict) => conflict.doNothing()).execute()).resolves.toBeDefined();
    }
  });
});

test("pages may call registered loopback games, and no web game", async () => {
  await portal.context.database.deleteFrom("game_callbacks").execute();
  const game = await aGame(portal, {
    callbacks: [
      { url: "https://web.example/cb", kind: "WEB" },
      { url: "http://127.0.0.1/cb", kind: "LOOPBACK" },
      { url: "http://[::1]/cb", kind: "LOOPBACK" },
    ],
  });
  expect(await createGameOrigins(portal.context)()).toEqual(["http://127.0.0.1:*"]);
  await edit(game.id, { callbacks: [{ url: "https://web.example/cb", kind: "WEB" }] });
  expect(await createGameOrigins(portal.context)()).toEqual([]);
});
