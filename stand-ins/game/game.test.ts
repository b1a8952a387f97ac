import { afterEach, beforeEach, expect, test } from "vitest";
import { startFakePortal, type FakePortal } from "#/test/fake-portal.ts";
import type { Running } from "#/web-server.ts";
import { startGame } from "./start-game.ts";

let portal: FakePortal;
let game: Running;

beforeEach(async () => {
  portal = await startFakePortal();
  game = await startGame({ port: 0, portalUrl: portal.url });
});

afterEach(async () => {
  await game.close();
  await portal.close();
});

test("the login address has all required parameters, with a state and a challenge of 43 characters", async () => {
  const { loginUrl } = await begin("web");
  expect(loginUrl.origin + loginUrl.pathname).toBe(`${portal.url}/game-login`);
  expect(loginUrl.searchParams.get("gameId")).toBe("4");
  expect(loginUrl.searchParams.get("scope")).toBe("PLAYERGROUP");
  expect(loginUrl.searchParams.get("callbackUrl")).toBe(`${game.url}/callback`);
  expect(loginUrl.searchParams.get("state")).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(loginUrl.searchParams.get("clientCode")).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("the portal's launch address leads straight to the portal, with the organization", async () => {
  const answer = await fetch(`${game.url}/play?gameId=1&orgId=0d5b`, { redirect: "manual" });
  const location = new URL(answer.headers.get("location") ?? "");
  expect(answer.status).toBe(303);
  expect(location.pathname).toBe("/game-login");
  expect(location.searchParams.get("orgId")).toBe("0d5b");
});

test("the page with Play and its redirect let the browser send their origin, so that the portal does not ask", async () => {
  for (const path of ["/", "/play?gameId=1", "/waiting/x"]) {
    const answer = await fetch(game.url + path, { redirect: "manual" });
    expect(answer.headers.get("referrer-policy")).toBe("origin");
  }
});

test.each(["web", "loopback"] as const)("a %s game arrives with verified claims", async (kind) => {
  const attempt = await begin(kind);
  const answer = await attempt.comeBack();
  expect(answer.status).toBe(200);
  const [arrival] = await arrivals();
  expect(arrival).toMatchObject({ attempt: attempt.id, gameId: 4, kind, claims: { aud: "storyport-en", orgId: "5f0c" } });
  expect(await pageOf(attempt.id)).toContain("You are in the game");
});

test("rights that a token leaves out are fetched with it, page by page, and shown apart from its claims", async () => {
  portal.omittedPlayers = { p1: "READ", p2: "OWNER", p3: "PLAY", p4: "READ", p5: "MODIFY" };
  const attempt = await begin("web");
  await attempt.comeBack();
  const [arrival] = await arrivals();
  expect(arrival).toMatchObject({
    claims: { playerIds: [], playerRights: {}, rightsOmitted: ["players"] },
    rights: { playerIds: ["p1", "p2", "p3", "p4", "p5"], playerRights: portal.omittedPlayers },
  });
  const [claims, ...rights] = (await pageOf(attempt.id)).split("Rights fetched with the token");
  expect(claims).not.toContain("p1");
  expect(rights.join()).toContain("p1");
  expect(portal.authorizations.filter((header) => header?.startsWith("Bearer ") === true)).toHaveLength(3);
});

test("a code is redeemed once, although the callback is called twice concurrently and once later", async () => {
  const { deepLink, comeBack } = await begin("web");
  const link = deepLink();
  await Promise.all([comeBack(link), comeBack(link)]);
  const third = await comeBack(link);
  expect(await third.text()).toContain("You are in the game");
  expect(third.url).not.toContain("code=");
  expect(portal.tokenRequests).toHaveLength(1);
});

test("a state that this game did not make is refused and no code is sent", async () => {
  const { deepLink, comeBack } = await begin("web");
  const answer = await comeBack(deepLink({ state: "another" }));
  expect(answer.status).toBe(400);
  expect(portal.tokenRequests).toHaveLength(0);
});

test.each(["another browser", "a browser that never played"])("an answer returned by %s is refused, and no code is sent", async (who) => {
  const attempt = await begin("web");
  const cookie = who === "another browser" ? (await begin("web")).cookie : "";
  const answer = await fetch(attempt.deepLink(), { headers: { cookie } });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("This login was begun in another browser");
  expect(portal.tokenRequests).toHaveLength(0);
  await attempt.comeBack();
  expect((await arrivals())[0]).toMatchObject({ attempt: attempt.id, status: "arrived" });
});

test("a browser that plays twice keeps its secret, so that both logins can return", async () => {
  const first = await fetch(`${game.url}/play?gameId=4`, { redirect: "manual" });
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith("game-browser=")) ?? "";
  const second = await fetch(`${game.url}/play?gameId=4`, { redirect: "manual", headers: { cookie: cookie.split(";", 1)[0] ?? "" } });
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  expect(second.headers.getSetCookie().some((line) => line.startsWith("game-browser="))).toBe(false);
});

test("a wrong state keeps the loopback listener open; one right request closes it", async () => {
  const attempt = await begin("loopback");
  expect((await fetch(attempt.deepLink({ state: "another" }))).status).toBe(400);
  expect((await fetch(attempt.deepLink())).status).toBe(200);
  await expect(fetch(attempt.deepLink())).rejects.toThrow("fetch failed");
  expect(portal.tokenRequests).toHaveLength(1);
});

test("a wrong or missing iss is refused, nothing is sent, and the real callback still works", async () => {
  const attempt = await begin("web");
  await attempt.comeBack(attempt.deepLink({ iss: "https://evil.example" }));
  await attempt.comeBack(attempt.deepLink({ iss: "" }));
  expect(portal.tokenRequests).toHaveLength(0);
  expect((await arrivals())[0]).toMatchObject({ claims: null, error: expect.stringContaining("iss") });
  await attempt.comeBack();
  expect((await arrivals())[0]).toMatchObject({ status: "arrived" });
});

test.each([
  ["another audience", { audience: "storyport-no" }],
  ["another issuer", { issuer: "https://evil.example" }],
  ["another type", { type: "JWT" }],
  ["a time that is over", { expiresAt: 1 }],
  ["another's signature", { isSignedByAnother: true }],
])("a token with %s is refused", async (_name, forgery) => {
  portal.forgery = forgery;
  const attempt = await begin("web");
  await attempt.comeBack();
  expect((await arrivals())[0]).toMatchObject({ status: "failed", claims: null });
  expect(await pageOf(attempt.id)).toContain("You are not in the game");
});

test("the portal's refusal is shown in words", async () => {
  const attempt = await begin("web");
  await attempt.comeBack(attempt.deepLink({ code: "spent" }));
  expect(await pageOf(attempt.id)).toContain("invalid_grant: The code is spent or not yours.");
});

test("the token can be refreshed and revoked, and a refused narrowing is shown in words", async () => {
  const attempt = await begin("web");
  await attempt.comeBack();
  expect(await press(attempt.id, "refresh")).toContain("refreshed and verified");
  expect(await press(attempt.id, "narrow")).toContain("errors.scopeNotHeld: No player to narrow to.");
  expect(await press(attempt.id, "give-back")).toContain("given back");
  expect(portal.revoked).toHaveLength(1);
  expect((await arrivals())[0]).toMatchObject({ refreshed: 1, givenBack: true });
});

test("a logout token of the portal ends the login that it names, and the page says so", async () => {
  const attempt = await begin("web");
  await attempt.comeBack();
  expect((await logOut(await portal.signLogout({ aud: "4" }))).status).toBe(200);
  const seen = await pageOf(attempt.id);
  expect(seen).toContain("You have been logged out");
  expect(seen).not.toContain("Claims of the access token");
  expect((await arrivals())[0]).toMatchObject({ status: "logged-out", claims: null });
  expect(await press(attempt.id, "refresh")).toContain("You have been logged out");
  expect(portal.tokenRequests).toHaveLength(1);
});

test.each([
  ["names another login", { sid: "login-2" }, 200],
  ["is for another edition", { aud: "1" }, 200],
  ["is for another client", { aud: "dashboard" }, 400],
  ["is of another portal", { iss: "https://evil.example" }, 400],
  ["has no event", { events: {} }, 400],
  ["has a nonce", { nonce: "n" }, 400],
  ["names no login", { sid: undefined }, 400],
])("a logout token that %s ends nothing", async (_, changes, status) => {
  const attempt = await begin("web");
  await attempt.comeBack();
  expect((await logOut(await portal.signLogout({ aud: "4", ...changes }))).status).toBe(status);
  expect(await pageOf(attempt.id)).toContain("You are in the game");
});

test("another kind of token is no logout token", async () => {
  const attempt = await begin("web");
  await attempt.comeBack();
  expect((await logOut(await portal.signLogout({ aud: "4" }, "at+jwt"))).status).toBe(400);
  expect((await logOut("")).status).toBe(400);
  expect(await pageOf(attempt.id)).toContain("You are in the game");
});

test("a page of another site cannot post to the game", async () => {
  const answer = await fetch(`${game.url}/attempts`, { method: "POST", headers: { "sec-fetch-site": "cross-site" } });
  expect(answer.status).toBe(403);
});

async function begin(kind: "web" | "loopback") {
  const answer = await post(`${game.url}/attempts`, { gameId: 4, kind });
  const { attempt, loginUrl }: { attempt: string; loginUrl: string } = JSON.parse(await answer.text());
  const login = new URL(loginUrl);
  const parameter = (name: string) => login.searchParams.get(name) ?? "";
  const deepLink = (changes: Record<string, string> = {}) => {
    const code = portal.issueCode({
      clientId: "4",
      audience: "storyport-en",
      callbackUrl: parameter("callbackUrl"),
      challenge: parameter("clientCode"),
    });
    return `${parameter("callbackUrl")}?${new URLSearchParams({ code, state: parameter("state"), iss: portal.url, ...changes }).toString()}`;
  };
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  /** Navigates to the callback in the browser that pressed Play. */
  const comeBack = (link = deepLink()) => fetch(link, { headers: { cookie } });
  return { id: attempt, loginUrl: login, cookie, deepLink, comeBack };
}

async function arrivals(): Promise<Record<string, unknown>[]> {
  return JSON.parse(await (await fetch(`${game.url}/arrivals`)).text());
}

async function pageOf(attempt: string): Promise<string> {
  return (await fetch(`${game.url}/waiting/${attempt}`)).text();
}

async function press(attempt: string, name: string): Promise<string> {
  return (await fetch(`${game.url}/attempts/${attempt}/action`, { method: "POST", body: new URLSearchParams({ action: name }) })).text();
}

function logOut(token: string): Promise<Response> {
  return fetch(`${game.url}/logged-out`, { method: "POST", body: new URLSearchParams({ logout_token: token }) });
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}
