/** Creating a game; each edition is a game of its own (specification, section 1). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGame, editGame, listGameOrganizations, listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { createOrganization } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAdministrator, aSession } from "#test/builders.ts";

let portal: TestPortal;
let admin: Browser;
let adminId: string;
beforeAll(async () => {
  portal = await buildTestPortal({ PRODUCT_NAME: "Leseland" });
  const account = await anAdministrator(portal);
  adminId = account.id;
  admin = await aSession(portal, account, { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

let count = 0;
const aKey = () => `edition-${++count}`;
const create = (body: Record<string, unknown> = {}) =>
  admin.call(createGame, { body: { gameKey: aKey(), description: "An edition", ...body } });
const created = (answer: Answer): GameSettings => {
  expect(answer.status).toBe(201);
  return createGame.response.parse(answer.body);
};

describe("creating a game", () => {
  test("keeps edition, policy, callbacks and links, and is in the list of games", async () => {
    const game = {
      gameKey: "leseland-sv",
      description: "Swedish",
      locale: "sv-se",
      loginTypes: ["PASSWORD", "QRCODE"],
      requiredPermissions: ["play_premium"],
      isPublic: true,
      legacyClientCode: true,
      maxScope: "USERGROUP",
      callbacks: [{ url: "https://sv.game.example/callback", kind: "WEB" }],
      resourceLinks: [
        { url: "https://sv.game.example/play", resource_type: "leseland" },
        { url: "https://sv.dashboard.example/", resource_type: "dashboard" },
      ],
    };
    const made = created(await create({ ...game, gameId: 700 }));
    expect(made).toEqual({ ...game, gameId: 700, locale: "sv-SE", openid: null, version: 1, organizationCount: 0, retiredAt: null });
    expect((await admin.call(listGames)).body).toContainEqual(made);
  });

  test("an OpenID client keeps its subjects and logout addresses, and no longer is one with null", async () => {
    const openid = {
      words: ["email"],
      subjectType: "pairwise",
      backchannelLogoutUrl: "https://tool.example/logged-out",
      postLogoutUrls: ["https://tool.example/bye"],
    };
    const made = created(await create({ openid, callbacks: [{ url: "https://tool.example/callback", kind: "WEB" }] }));
    expect(made.openid).toEqual(openid);
    const edit = (version: number, body: Record<string, unknown>) =>
      admin.call(editGame, { params: { gameId: String(made.gameId) }, body: { version, ...body } });
    const sector = () =>
      portal.context.database.selectFrom("games").select("pairwise_sector").where("id", "=", made.gameId).executeTakeFirstOrThrow();
    expect(await sector()).toEqual({ pairwise_sector: made.gameKey });
    const callbacks = [{ url: "https://moved.example/callback", kind: "WEB" }];
    expect((await edit(1, { callbacks })).body).toMatchObject({ openid });
    expect((await edit(2, { openid: null })).body).toMatchObject({ openid: null });
    // The game knows its users by their subjects, so they stay.
    expect(await sector()).toEqual({ pairwise_sector: made.gameKey });
  });

  test("games with the same host, several hosts or none have sectors of their own", async () => {
    const at = (...names: string[]) => names.map((name) => ({ url: `https://${name}.example/callback`, kind: "WEB" }));
    for (const made of [
      created(await create({ openid: { subjectType: "pairwise" }, callbacks: at("one") })),
      created(await create({ openid: { subjectType: "pairwise" }, callbacks: at("one") })),
      created(await create({ openid: { subjectType: "pairwise" }, callbacks: at("one", "two") })),
      created(await create({ openid: { subjectType: "pairwise" } })),
    ]) {
      const { database } = portal.context;
      const row = await database.selectFrom("games").select("pairwise_sector").where("id", "=", made.gameId).executeTakeFirstOrThrow();
      expect(row).toEqual({ pairwise_sector: made.gameKey });
    }
  });

  test.each([
    ["openid.backchannelLogoutUrl", { backchannelLogoutUrl: "http://tool.example/logged-out" }],
    ["openid.postLogoutUrls.1", { postLogoutUrls: ["https://tool.example/", "javascript:alert(1)"] }],
  ])("an unsafe %s is refused (errors.resourceLinkUnsafe)", async (field, addresses) => {
    const answer = await create({ openid: { subjectType: "public", ...addresses } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "errors.resourceLinkUnsafe", errors: [{ field }] });
  });

  test("omitted settings are safe: password login, English, not public, PKCE, no callbacks", async () => {
    expect(created(await create())).toMatchObject({
      locale: "en",
      loginTypes: ["PASSWORD"],
      requiredPermissions: [],
      isPublic: false,
      legacyClientCode: false,
      maxScope: "PLAYERGROUP",
      callbacks: [],
      resourceLinks: [],
    });
  });

  test("takes the next free number if none is given, also under fifty concurrent calls", async () => {
    const games = (await Promise.all(Array.from({ length: 50 }, () => create()))).map(created);
    const numbers = games.map(({ gameId }) => gameId).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => (numbers[0] ?? 0) + index));
  });

  test("one of fifty concurrent creations with one key succeeds, the others get errors.gameKeyTaken", async () => {
    const gameKey = aKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ gameKey })));
    const others = answers.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(49);
    for (const { status, body } of others) expect({ status, body }).toMatchObject({ status: 409, body: { code: "errors.gameKeyTaken" } });
  });

  test("a taken number: errors.gameNumberTaken", async () => {
    expect((await create({ gameId: 900 })).status).toBe(201);
    expect(await create({ gameId: 900 })).toMatchObject({ status: 409, body: { code: "errors.gameNumberTaken" } });
  });

  test.each(["ab", "k".repeat(65), "12345", "a b c", "spill-ø", "-abc", "a/b/c", "dashboard", "DashBoard", ""])(
    "the key %j: errors.gameKeyInvalid",
    async (gameKey) => {
      expect(await create({ gameKey })).toMatchObject({ status: 400, body: { code: "errors.gameKeyInvalid" } });
    },
  );

  test.each(["", "norsk bokmål", "n", "e".repeat(36), "en_US"])("the language %j: errors.gameLanguageInvalid", async (locale) => {
    expect(await create({ locale })).toMatchObject({ status: 400, body: { code: "errors.gameLanguageInvalid" } });
  });

  test("is recorded with the actor and the game's settings", async () => {
    const { gameId, gameKey } = created(await create({ callbacks: [{ url: "org.example.game:/login", kind: "APP" }] }));
    const { actor_id, details } = await eventOf("game_created", gameId);
    expect(actor_id).toBe(adminId);
    expect(details).toMatchObject({ gameId, gameKey, callbacks: [{ url: "org.example.game:/login", kind: "APP" }] });
  });

  test("may go to new organizations at once, and its organizations are listed in pages", async () => {
    const { gameId } = created(await create());
    for (const key of ["Skole-A", "Skole-B"]) {
      expect((await admin.call(createOrganization, { body: { key, description: "A school", gameIds: [gameId] } })).status).toBe(201);
    }
    const having = (query: Record<string, unknown>) => admin.call(listGameOrganizations, { params: { gameId }, query });
    const keysOf = ({ body }: Answer) => listGameOrganizations.response.parse(body).results.map((one) => one.organization_key);
    expect(keysOf(await having({}))).toEqual(["Skole-A", "Skole-B"]);
    expect(keysOf(await having({ offset: 1 }))).toEqual(["Skole-B"]);
    expect(keysOf(await having({ query: "skole-b" }))).toEqual(["Skole-B"]);
    expect((await having({ limit: 1 })).body).toMatchObject({ page: { entityCount: 2, entityOffset: 0, entityLimit: 1 } });
    expect(await admin.call(listGameOrganizations, { params: { gameId: 2_000_000_000 } })).toMatchObject({
      status: 404,
      body: { code: "errors.notFound" },
    });
  });
});

describe("each line of addresses gets its own explanation", () => {
  test("of callbacks", async () => {
    const answer = await create({
      callbacks: [
        { url: "https://game.example/callback", kind: "WEB" },
        { url: "http://game.example/callback", kind: "WEB" },
        { url: "http://localhost:3000/", kind: "LOOPBACK" },
        { url: "game:/login", kind: "APP" },
        { url: "https://Game.example/", kind: "WEB" },
        { url: "https://game.example/a b", kind: "WEB" },
      ],
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "errors.callbackUrlUnsafe" } });
    expect((answer.body as { errors: unknown }).errors).toEqual([
      { field: "callbacks.1.url", code: "web", message: expect.stringContaining("starts with https://") },
      { field: "callbacks.2.url", code: "loopback", message: expect.stringContaining("http://127.0.0.1/") },
      { field: "callbacks.3.url", code: "app", message: expect.stringContaining("a dot in it") },
      { field: "callbacks.4.url", code: "spelling", message: expect.stringContaining("as browsers do") },
      { field: "callbacks.5.url", code: "characters", message: expect.stringContaining("no spaces") },
    ]);
  });

  test.each([
    [[{ url: "javascript:alert(1)", resource_type: "leseland" }], "resourceLinks.0.url"],
    [[{ url: "http://game.example/", resource_type: "dashboard" }], "resourceLinks.0.url"],
    [[{ url: "https://game.example/", resource_type: "game" }], "resourceLinks.0.resource_type"],
    [
      [
        { url: "https://game.example/", resource_type: "leseland" },
        { url: "https://game.example/2", resource_type: "leseland" },
      ],
      "resourceLinks.1.resource_type",
    ],
  ])("of links, errors.resourceLinkUnsafe: %j", async (resourceLinks, field) => {
    const answer = await create({ resourceLinks });
    expect(answer).toMatchObject({ status: 400, body: { code: "errors.resourceLinkUnsafe", errors: [{ field }] } });
  });
});

test("an edit changes an edition's language and links, and the history has old and new values", async () => {
  const { gameId } = created(await create({ resourceLinks: [{ url: "https://game.example/old", resource_type: "leseland" }] }));
  const resourceLinks = [{ url: "https://game.example/new", resource_type: "leseland" }];
  const edited = await admin.call(editGame, { params: { gameId }, body: { version: 1, locale: "nb", resourceLinks } });
  expect(edited).toMatchObject({ status: 200, body: { version: 2, locale: "nb", resourceLinks } });
  expect((await eventOf("game_edited", gameId)).details).toMatchObject({
    before: { locale: "en", resourceLinks: [{ url: "https://game.example/old" }] },
    after: { locale: "nb", resourceLinks },
  });
});

async function eventOf(event: string, gameId: number) {
  return portal.context.database
    .selectFrom("audit_events")
    .select(["actor_id", "details"])
    .where("event", "=", event)
    .where(sql`details->>'gameId'`, "=", String(gameId))
    .executeTakeFirstOrThrow();
}
