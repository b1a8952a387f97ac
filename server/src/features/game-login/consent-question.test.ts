/** Which requests pass without a question, and which ask the user first (DESIGN A6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consentToGameLogin } from "@storyport/contract/game-login";
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

/** Navigates to /game-login as a browser does, before the page redirects. */
async function navigate(browser: Browser, login: Record<string, unknown>, headers: Record<string, string>): Promise<void> {
  const { deeplink, ...rest } = login;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `/game-login?${new URLSearchParams({ ...strings(rest), callbackUrl: String(deeplink) })}`;
  const { cookies } = await portal.app.inject({ method: "GET", url, headers: { cookie, ...headers } });
  // A cookie of another age is being cleared.
  for (const { name, value, maxAge } of cookies) {
    if (maxAge === 3600) browser.cookies.set(name, value);
    else browser.cookies.delete(name);
  }
}

function strings(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** What the page receives before the user presses anything. */
async function requestConsent(browser: Browser, login: Record<string, unknown>): Promise<unknown> {
  const { body } = await browser.call(consentToGameLogin, { body: login });
  return consentToGameLogin.response.parse(body).is;
}

const gameOrigin = new URL(webCallback).origin;

describe("a request passes without a question", () => {
  test.each<[string, Record<string, string>]>([
    ["from nowhere: a typed address, an installed game", { "sec-fetch-site": "none" }],
    ["from our own pages", { "sec-fetch-site": "same-origin", referer: `${publicUrl}/` }],
    ["from our launch link, by a redirect of the game", { "sec-fetch-site": "cross-site", referer: `${publicUrl}/` }],
    ["from the callback's own page", { "sec-fetch-site": "cross-site", referer: `${gameOrigin}/` }],
    ["from the callback's own page on a sibling subdomain of ours", { "sec-fetch-site": "same-site", referer: `${gameOrigin}/play?x=1` }],
    ["from the callback's own page, in a browser without Fetch Metadata", { referer: `${gameOrigin}/` }],
  ])("%s", async (_, headers) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    await navigate(browser, login, headers);
    expect(await requestConsent(browser, login)).toBe("given");
  });

  test("through a login in between", async () => {
    const { account, game } = await aTeacher(portal);
    const browser = portal.browser();
    const login = aGameLogin(game);
    await navigate(browser, login, { "sec-fetch-site": "none" });
    await logIn(browser, account);
    expect(await requestConsent(browser, login)).toBe("given");
    const seals = [...browser.cookies.keys()].filter((name) => name.startsWith("request-"));
    expect(seals).toHaveLength(1);
  });

  test("in two tabs with two requests, and in the organization the person chooses", async () => {
    const { browser, game, organization } = await aTeacherAtTheDoor();
    const [one, other] = [aGameLogin(game, { state: "one" }), aGameLogin(game, { state: "other" })];
    await navigate(browser, one, { "sec-fetch-site": "none" });
    await navigate(browser, other, { "sec-fetch-site": "none" });
    expect(await requestConsent(browser, { ...one, orgId: organization.id })).toBe("given");
    expect(await requestConsent(browser, other)).toBe("given");
  });

  test("of a loopback game whose page has another port than its callback", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game, { deeplink: "http://127.0.0.1:50123/callback" });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:3002/" });
    expect(await requestConsent(browser, login)).toBe("given");
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
    expect(await requestConsent(browser, login)).toBe("given");
  });
});

describe("the user is asked", () => {
  test.each<[string, Record<string, string>]>([
    ["from another site", { "sec-fetch-site": "cross-site", referer: "https://evil.test/" }],
    ["from another site without a referrer", { "sec-fetch-site": "cross-site" }],
    ["from a sibling subdomain", { "sec-fetch-site": "same-site", referer: "https://evil.game.example/" }],
    ["in a browser without such headers", {}],
    ["by a reload of a page that another site opened", { "sec-fetch-site": "same-origin" }],
    ["by a reload that still has that site as referrer", { "sec-fetch-site": "same-origin", referer: "https://evil.test/" }],
    ["with a value that no browser sends", { "sec-fetch-site": "none, cross-site" }],
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
    expect(await requestConsent(browser, login)).toBe("needed");
    expect(await consentTo(browser, login)).toMatch(/^[\w-]{43}$/);
  });

  test.each(["/game-login", "/game-login/", "/dashboard-login"])(
    "after a form post to %s, which redirects away from that address",
    async (path) => {
      const url = `${path}?${new URLSearchParams({ state: "s", gameId: "1" })}`;
      const headers = { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" };
      const { statusCode, headers: answered, cookies } = await portal.app.inject({ method: "POST", url, headers, payload: "a=b" });
      expect(statusCode).toBe(303);
      expect(answered.location).toBe(url);
      expect(cookies).toEqual([]);
    },
  );

  test("of a web game on a loopback address by a page of another port", async () => {
    const callback = "http://127.0.0.1:3002/callback";
    const { account, game } = await aTeacher(portal, { game: { callbacks: [{ url: callback, kind: "WEB" }] } });
    const browser = await logIn(portal.browser(), account);
    const login = aGameLogin(game, { deeplink: callback });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:9/" });
    expect(await requestConsent(browser, login)).toBe("needed");
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:3002/" });
    expect(await requestConsent(browser, login)).toBe("given");
  });

  test("of an app's callback by a referrer that is no web address", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game, { deeplink: "org.example.game:/login" });
    await navigate(browser, login, { "sec-fetch-site": "cross-site", referer: "android-app://com.evil/" });
    expect(await requestConsent(browser, login)).toBe("needed");
  });

  test.each(["/login", "/game-redirect", "/dashboard-login", "/", "/post-login", "/game-login/x", "/nb/game-login", "/%67ame-login"])(
    "if the request first came to %s",
    async (path) => {
      const { browser, game } = await aTeacherAtTheDoor();
      const login = aGameLogin(game);
      const { deeplink, ...rest } = login;
      const query = new URLSearchParams({ ...strings(rest), callbackUrl: String(deeplink), postLoginPage: "/game-redirect" });
      for (const site of ["none", "same-origin"]) {
        await browser.send({ method: "GET", url: `${path}?${query}`, headers: { "sec-fetch-site": site } });
      }
      expect(await requestConsent(browser, login)).toBe("needed");
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
    expect(await requestConsent(browser, { ...login, ...other })).toBe("needed");
  });

  test("of repeated parameters the first counts, as on the page", async () => {
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
    expect(await requestConsent(browser, { ...login, state: "theirs" })).toBe("needed");
    expect(await requestConsent(browser, login)).toBe("given");
  });

  test("by a seal that this portal did not make", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const [own, foreign] = [aGameLogin(game, { state: "own" }), aGameLogin(game, { state: "foreign" })];
    await navigate(browser, own, { "sec-fetch-site": "none" });
    const seal = [...browser.cookies].find(([name]) => name.startsWith("request-"))?.[1] ?? "";
    const stranger = portal.browser();
    await navigate(stranger, foreign, { "sec-fetch-site": "none" });
    const name = [...stranger.cookies.keys()].find((one) => one.startsWith("request-")) ?? "";
    for (const forged of [seal, "", "x".repeat(43)]) {
      browser.cookies.set(name, forged);
      expect(await requestConsent(browser, foreign)).toBe("needed");
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

  test("a request that cannot be answered is refused without a question", async () => {
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
    ["errors.gameLoginTypeNotAllowed", { game: { loginTypes: ["FEIDE"] } }],
    ["errors.gamePermissionMissing", { game: { requiredPermissions: ["play_premium"] } }],
  ])("a request that would be refused is refused without a question: %s", async (code, parts) => {
    const { account, game, organization } = await aTeacher(portal, parts);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    expect((await browser.call(consentToGameLogin, { body: aGameLogin(game) })).body).toMatchObject({ code });
  });

  test("an organization that the user may not log in to is refused without a question: errors.noLoginPermissions", async () => {
    const game = await aGame(portal);
    const [here, elsewhere] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal)];
    const memberships = [
      { organization: here, roles: ["guest"] },
      { organization: elsewhere, roles: ["teacher"] },
    ];
    const browser = await logIn(portal.browser(), await anAccount(portal, { memberships }));
    const { body } = await browser.call(consentToGameLogin, { body: aGameLogin(game, { orgId: here.id }) });
    expect(body).toMatchObject({ code: "errors.noLoginPermissions" });
  });

  test("before the question which organization is meant: errors.organizationNotChosen", async () => {
    const game = await aGame(portal);
    const both = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, { memberships: both.map((organization) => ({ organization, roles: ["teacher"] })) });
    const browser = await logIn(portal.browser(), account);
    const answer = async (orgId?: string) => (await browser.call(consentToGameLogin, { body: aGameLogin(game, { orgId }) })).body;
    expect(await answer()).toMatchObject({ code: "errors.organizationNotChosen" });
    expect(await answer(both[0]?.id)).toMatchObject({ is: "needed" });
  });

  test("a browser keeps eight requests at most, the newest", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const logins = Array.from({ length: 10 }, (_, number) => aGameLogin(game, { state: `s${number}` }));
    for (const login of logins) await navigate(browser, login, { "sec-fetch-site": "none" });
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("request-"))).toHaveLength(8);
    expect(await requestConsent(browser, logins[9] ?? {})).toBe("given");
    expect(await requestConsent(browser, logins[0] ?? {})).toBe("needed");
  });
});
