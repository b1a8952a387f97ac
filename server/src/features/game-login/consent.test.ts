/** No game code without the consent of this session to exactly this request; who is asked, and who goes on (DESIGN A6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, aSession, aTeacher, anOrganization, logIn, webCallback } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aGameLogin, consentTo } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherAtTheDoor() {
  const teacher = await aTeacher(portal);
  return { ...teacher, browser: await logIn(portal.browser(), teacher.account) };
}

const finish = (browser: Browser, login: Record<string, unknown>, consent: string | undefined) =>
  browser.call(finishGameLogin, { query: { ...login, consent } });

async function codesIssued(): Promise<number> {
  return (await portal.context.database.selectFrom("game_codes").select("digest").execute()).length;
}

describe("without a consent nothing is issued", () => {
  test.each([
    ["none", undefined],
    ["an empty one", ""],
    ["one that was never given", "c".repeat(43)],
  ])("%s: errors.consentNeeded", async (_, consent) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const before = await codesIssued();
    const { status, body } = await finish(browser, aGameLogin(game), consent);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "errors.consentNeeded" });
    expect(await codesIssued()).toBe(before);
  });

  test.each([
    ["state", { state: "another" }],
    ["clientCode", { clientCode: "d".repeat(43) }],
    ["callback", { deeplink: "http://127.0.0.1:4711/callback" }],
    ["scope", { scope: "USERGROUP" }],
  ])("one for another %s does not serve", async (_, other) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    expect((await finish(browser, { ...login, ...other }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(browser, login, consent)).status).toBe(200);
  });

  test("one for another game or organization does not serve", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const second = await aGame(portal);
    await portal.context.database
      .insertInto("organization_games")
      .values({ organization_id: organization.id, game_id: second.id })
      .execute();
    const browser = await logIn(portal.browser(), account);
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    expect((await finish(browser, { ...login, gameId: second.id }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(browser, { ...login, orgId: organization.id }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("one given in another session does not serve, of the same person neither", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    const other = await logIn(portal.browser(), account);
    expect((await finish(other, login, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("one lives two minutes", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    await portal.clock.travel(121);
    expect((await finish(browser, login, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("one serves once: of 50 hand-overs with it at the same time exactly one gets a code", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    const answers = await Promise.all(Array.from({ length: 50 }, () => finish(browser, login, consent)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
    const codes = await portal.context.database.selectFrom("game_codes").select("digest").where("account_id", "=", account.id).execute();
    expect(codes).toHaveLength(1);
  });

  test("it is stored as a digest", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const consent = await consentTo(browser, aGameLogin(game));
    const rows = await portal.context.database.selectFrom("game_consents").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(consent);
  });

  test("a badge's session without consent keeps its one hand-over", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const child = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    const login = aGameLogin(game);
    expect((await finish(child, login, undefined)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(child, login, await consentTo(child, login))).status).toBe(200);
  });
});

/** The navigation to /game-login as a browser makes it, before its page leads on. */
async function navigate(browser: Browser, login: Record<string, unknown>, headers: Record<string, string>): Promise<void> {
  const { deeplink, ...rest } = login;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `/game-login?${new URLSearchParams({ ...strings(rest), callbackUrl: String(deeplink) })}`;
  const { cookies } = await portal.app.inject({ method: "GET", url, headers: { cookie, ...headers } });
  for (const { name, value, maxAge } of cookies) {
    if (maxAge === 3600) browser.cookies.set(name, value);
    else browser.cookies.delete(name);
  }
}

function strings(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** What the page is told before anybody pressed anything. */
async function answerUnasked(browser: Browser, login: Record<string, unknown>): Promise<unknown> {
  const { body } = await browser.call(consentToGameLogin, { body: login });
  return consentToGameLogin.response.parse(body).is;
}

const gameOrigin = new URL(webCallback).origin;

describe("a request goes on unasked", () => {
  test.each<[string, Record<string, string>]>([
    ["from nowhere: a typed address, an installed game", { "sec-fetch-site": "none" }],
    ["from our own pages", { "sec-fetch-site": "same-origin" }],
    ["from our launch link, by a redirect of the game", { "sec-fetch-site": "cross-site", referer: `${publicUrl}/` }],
    ["from the callback's own page", { "sec-fetch-site": "cross-site", referer: `${gameOrigin}/` }],
    ["from the callback's own page on a sibling subdomain of ours", { "sec-fetch-site": "same-site", referer: `${gameOrigin}/play?x=1` }],
    ["from the callback's own page, in a browser without Fetch Metadata", { referer: `${gameOrigin}/` }],
  ])("%s", async (_, headers) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    await navigate(browser, login, headers);
    expect(await answerUnasked(browser, login)).toBe("given");
  });

  test("through a login in between, for an hour", async () => {
    const { account, game } = await aTeacher(portal);
    const browser = portal.browser();
    const login = aGameLogin(game);
    await navigate(browser, login, { "sec-fetch-site": "none" });
    await logIn(browser, account);
    expect(await answerUnasked(browser, login)).toBe("given");
    const seals = [...browser.cookies.keys()].filter((name) => name.startsWith("asked-"));
    expect(seals).toHaveLength(1);
  });

  test("in two tabs with two requests, and in the organization the person chooses", async () => {
    const { browser, game, organization } = await aTeacherAtTheDoor();
    const [one, other] = [aGameLogin(game, { state: "one" }), aGameLogin(game, { state: "other" })];
    await navigate(browser, one, { "sec-fetch-site": "none" });
    await navigate(browser, other, { "sec-fetch-site": "none" });
    expect(await answerUnasked(browser, { ...one, orgId: organization.id })).toBe("given");
    expect(await answerUnasked(browser, other)).toBe("given");
  });

  test("of a loopback game whose page has another port than its callback", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game, { deeplink: "http://127.0.0.1:50123/callback" });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:3002/" });
    expect(await answerUnasked(browser, login)).toBe("given");
  });

  test("under the standard names of OAuth", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const standard = {
      client_id: String(game.id),
      state: "a-state",
      redirect_uri: webCallback,
      code_challenge: String(login["clientCode"]),
    };
    await browser.send({ method: "GET", url: `/game-login?${new URLSearchParams(standard)}`, headers: { "sec-fetch-site": "none" } });
    expect(await answerUnasked(browser, login)).toBe("given");
  });
});

describe("a person is asked", () => {
  test.each<[string, Record<string, string>]>([
    ["from another site", { "sec-fetch-site": "cross-site", referer: "https://evil.test/" }],
    ["from another site that names nothing", { "sec-fetch-site": "cross-site" }],
    ["from a sibling subdomain", { "sec-fetch-site": "same-site", referer: "https://evil.game.example/" }],
    ["in a browser that says nothing", {}],
    ["by a word that no browser says", { "sec-fetch-site": "none, cross-site" }],
    ["from an origin that begins like the game's", { "sec-fetch-site": "cross-site", referer: `${gameOrigin}.evil.test/` }],
    ["from the game's host by http", { "sec-fetch-site": "cross-site", referer: gameOrigin.replace("https:", "http:") }],
    ["from another port of the game's host", { "sec-fetch-site": "cross-site", referer: `${gameOrigin}:8443/` }],
    ["from an origin that begins like ours", { "sec-fetch-site": "cross-site", referer: `${publicUrl}.evil.test/` }],
    ["from an opaque origin", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["from another site that has our address in its own", { "sec-fetch-site": "cross-site", referer: `https://evil.test/?${publicUrl}/` }],
  ])("%s", async (_, headers) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    await navigate(browser, login, headers);
    expect(await answerUnasked(browser, login)).toBe("needed");
    expect(await consentTo(browser, login)).toMatch(/^[\w-]{43}$/);
  });

  test("of a web game on a loopback address by a page of another port", async () => {
    const callback = "http://127.0.0.1:3002/callback";
    const { account, game } = await aTeacher(portal, { game: { callbacks: [{ url: callback, kind: "WEB" }] } });
    const browser = await logIn(portal.browser(), account);
    const login = aGameLogin(game, { deeplink: callback });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:9/" });
    expect(await answerUnasked(browser, login)).toBe("needed");
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:3002/" });
    expect(await answerUnasked(browser, login)).toBe("given");
  });

  test("of an app's callback by a referrer that is no web address", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game, { deeplink: "org.example.game:/login" });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "android-app://com.evil/" });
    expect(await answerUnasked(browser, login)).toBe("needed");
  });

  test.each(["/login", "/game-redirect", "/dashboard-login", "/", "/post-login", "/game-login/x", "/nb/game-login", "/%67ame-login"])(
    "whose request first came by %s, however it was reached",
    async (path) => {
      const { browser, game } = await aTeacherAtTheDoor();
      const login = aGameLogin(game);
      const { deeplink, ...rest } = login;
      const query = new URLSearchParams({ ...strings(rest), callbackUrl: String(deeplink), postLoginPage: "/game-redirect" });
      for (const site of ["none", "same-origin"]) {
        await browser.send({ method: "GET", url: `${path}?${query}`, headers: { "sec-fetch-site": site } });
      }
      expect(await answerUnasked(browser, login)).toBe("needed");
    },
  );

  test.each([
    ["state", { state: "another" }],
    ["clientCode", { clientCode: "d".repeat(43) }],
    ["callback", { deeplink: "http://127.0.0.1:4711/callback" }],
    ["scope", { scope: "USERGROUP" }],
  ])("for another %s than the remembered one", async (_, other) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    await navigate(browser, login, { "sec-fetch-site": "none" });
    expect(await answerUnasked(browser, { ...login, ...other })).toBe("needed");
  });

  test("of several alike members the first counts, as the page reads them", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game, { state: "mine" });
    const query = new URLSearchParams({
      gameId: String(game.id),
      state: "mine",
      clientCode: String(login["clientCode"]),
      callbackUrl: webCallback,
    });
    query.append("state", "theirs");
    await browser.send({ method: "GET", url: `/game-login?${query}`, headers: { "sec-fetch-site": "none" } });
    expect(await answerUnasked(browser, { ...login, state: "theirs" })).toBe("needed");
    expect(await answerUnasked(browser, login)).toBe("given");
  });

  test("by a seal that this portal did not make", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const [own, foreign] = [aGameLogin(game, { state: "own" }), aGameLogin(game, { state: "foreign" })];
    await navigate(browser, own, { "sec-fetch-site": "none" });
    const seal = [...browser.cookies].find(([name]) => name.startsWith("asked-"))?.[1] ?? "";
    const stranger = portal.browser();
    await navigate(stranger, foreign, { "sec-fetch-site": "none" });
    const name = [...stranger.cookies.keys()].find((one) => one.startsWith("asked-")) ?? "";
    for (const forged of [seal, "", "x".repeat(43)]) {
      browser.cookies.set(name, forged);
      expect(await answerUnasked(browser, foreign)).toBe("needed");
    }
  });

  test("the question names the game and the school", async () => {
    const { account, game, organization } = await aTeacher(portal);
    await portal.context.database
      .updateTable("organizations")
      .set({ description: "Fjordskolen" })
      .where("id", "=", organization.id)
      .execute();
    const browser = await logIn(portal.browser(), account);
    const { body } = await browser.call(consentToGameLogin, { body: aGameLogin(game) });
    expect(body).toEqual({ is: "needed", game: `Game ${game.id}`, organization: "Fjordskolen" });
  });

  test("nobody is asked about a request that cannot be answered", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const foreign = await aGame(portal);
    await anOrganization(portal, { games: [foreign] });
    const refused = async (login: Record<string, unknown>) => (await browser.call(consentToGameLogin, { body: login })).body;
    expect(await refused(aGameLogin(foreign))).toMatchObject({ code: "errors.gameNotAvailable" });
    expect(await refused(aGameLogin(game, { deeplink: "https://evil.test/" }))).toMatchObject({ code: "errors.callbackUrlNotRegistered" });
    expect(await refused(aGameLogin(game, { clientCode: "short" }))).toMatchObject({ code: "errors.clientCodeInvalid" });
    expect((await portal.browser().call(consentToGameLogin, { body: aGameLogin(game) })).body).toMatchObject({
      code: "errors.notLoggedIn",
    });
  });

  test.each<[string, Parameters<typeof aTeacher>[1]]>([
    ["errors.noLoginPermissions", { roles: ["guest"] }],
    ["errors.gameLoginTypeNotAllowed", { game: { loginTypes: ["FEIDE"] } }],
    ["errors.gamePermissionMissing", { game: { requiredPermissions: ["play_premium"] } }],
  ])("and not about one whose answer is no already: %s", async (code, parts) => {
    const { account, game, organization } = await aTeacher(portal, parts);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    expect((await browser.call(consentToGameLogin, { body: aGameLogin(game) })).body).toMatchObject({ code });
  });

  test("before the question which organization is meant: errors.organizationNotChosen", async () => {
    const game = await aGame(portal);
    const both = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, { memberships: both.map((organization) => ({ organization, roles: ["teacher"] })) });
    const browser = await logIn(portal.browser(), account);
    const asked = async (orgId?: string) => (await browser.call(consentToGameLogin, { body: aGameLogin(game, { orgId }) })).body;
    expect(await asked()).toMatchObject({ code: "errors.organizationNotChosen" });
    expect(await asked(both[0]?.id)).toMatchObject({ is: "needed" });
  });

  test("a browser keeps eight requests at most, the newest", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const logins = Array.from({ length: 10 }, (_, number) => aGameLogin(game, { state: `s${number}` }));
    for (const login of logins) await navigate(browser, login, { "sec-fetch-site": "none" });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("asked-"))).toHaveLength(8);
    expect(await answerUnasked(browser, logins[9] ?? {})).toBe("given");
    expect(await answerUnasked(browser, logins[0] ?? {})).toBe("needed");
  });
});

describe("a game's highest scope", () => {
  const widths = ["USERGROUP", "PLAYERGROUP", "PLAYER"];
  const pairs = widths.flatMap((most, mostAt) => widths.map((asked, askedAt) => ({ most, asked, isWider: askedAt < mostAt })));

  async function aGameOfScope(maxScope: string | undefined) {
    const teacher = await aTeacherAtTheDoor();
    const { database } = portal.context;
    if (maxScope !== undefined) {
      const scope = widths.find((one) => one === maxScope) as "USERGROUP" | "PLAYERGROUP" | "PLAYER";
      await database.updateTable("games").set({ max_scope: scope }).where("id", "=", teacher.game.id).execute();
    }
    return teacher;
  }

  async function scopeGiven(browser: Browser, login: Record<string, unknown>): Promise<unknown> {
    const { status, body } = await finish(browser, login, await consentTo(browser, login));
    if (status !== 200) return (body as { code: string }).code;
    const row = await portal.context.database.selectFrom("game_codes").select("scope").orderBy("created_at", "desc").executeTakeFirst();
    return row?.scope;
  }

  test.each(pairs)("$most, asked for $asked", async ({ most, asked, isWider }) => {
    const { browser, game } = await aGameOfScope(most);
    expect(await scopeGiven(browser, aGameLogin(game, { scope: asked }))).toBe(isWider ? "errors.gameScopeTooWide" : asked);
  });

  test.each([
    ["USERGROUP", "PLAYERGROUP"],
    ["PLAYERGROUP", "PLAYERGROUP"],
    ["PLAYER", "PLAYER"],
  ])("%s, asked for none: %s", async (most, given) => {
    const { browser, game } = await aGameOfScope(most);
    expect(await scopeGiven(browser, aGameLogin(game))).toBe(given);
  });

  test("of a game that says nothing: PLAYERGROUP", async () => {
    const { database } = portal.context;
    const { max_scope: scope } = await database
      .insertInto("games")
      .values({ id: 99, key: "says-nothing", description: "Says nothing" })
      .returning("max_scope")
      .executeTakeFirstOrThrow();
    expect(scope).toBe("PLAYERGROUP");
  });
});
