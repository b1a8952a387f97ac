import { afterEach, beforeEach, expect, test } from "vitest";
import { startFakePortal, type FakePortal } from "#/test/fake-portal.ts";
import type { Running } from "#/web-server.ts";
import { startDashboard } from "./start-dashboard.ts";

let portal: FakePortal;
let dashboard: Running;

beforeEach(async () => {
  portal = await startFakePortal();
  dashboard = await startDashboard({ port: 0, portalUrl: portal.url, clientSecret: "a-secret" });
});

afterEach(async () => {
  await dashboard.close();
  await portal.close();
});

test("a launch from the portal is redeemed by secret and shown to this browser alone", async () => {
  const answer = await callback({});
  expect(answer.status).toBe(303);
  // RFC 6749 2.3.1: both halves are form-encoded before they are joined, also the hyphen.
  expect(portal.authorizations).toEqual([`Basic ${Buffer.from("dashboard:a%2Dsecret").toString("base64")}`]);
  const seen = await (await open("/visit", cookieOf(answer))).text();
  expect(seen).toContain("Opened from the portal.");
  expect(seen).toContain("Who may see what");
  expect((await open("/visit")).headers.get("location")).toBe("/");
});

test("a launch by the portal's button, which sends no state, is accepted", async () => {
  const code = portal.issueCode({ clientId: "dashboard", audience: "dashboard", callbackUrl: `${dashboard.url}/callback` });
  const answer = await open(`/callback?${new URLSearchParams({ code, iss: portal.url }).toString()}`);
  expect(answer.status).toBe(303);
  expect(await arrivals()).toMatchObject([{ origin: "portal", claims: { aud: "dashboard" } }]);
});

test("its own state comes back in its own browser", async () => {
  const begun = await open("/open");
  const login = new URL(begun.headers.get("location") ?? "");
  expect(login.pathname + login.searchParams.get("gameId")).toBe("/dashboard-login1");
  await callback({ state: login.searchParams.get("state") ?? "" }, cookieOf(begun));
  expect(await arrivals()).toMatchObject([{ origin: "dashboard", claims: { aud: "dashboard" } }]);
});

test("its own state in another browser is refused and no code is sent", async () => {
  const login = new URL((await open("/open")).headers.get("location") ?? "");
  const answer = await callback({ state: login.searchParams.get("state") ?? "" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("not made for this browser");
  expect(portal.tokenRequests).toHaveLength(0);
});

test("a made-up state is refused and no code is sent", async () => {
  expect((await callback({ state: "a-stranger's" })).status).toBe(400);
  expect(portal.tokenRequests).toHaveLength(0);
});

test("a wrong iss is refused and no code is sent", async () => {
  expect((await callback({ iss: "https://evil.example" })).status).toBe(400);
  expect(portal.tokenRequests).toHaveLength(0);
});

test("a token with a game as audience is refused", async () => {
  portal.forgery = { audience: "storyport-no" };
  expect((await callback({})).status).toBe(400);
});

test("a logout token of the portal ends the visit that it names", async () => {
  const cookie = cookieOf(await callback({}));
  expect((await open("/visit", cookie)).status).toBe(200);
  const answer = await logOut(await portal.signLogout());
  expect(answer.status).toBe(200);
  expect((await open("/visit", cookie)).headers.get("location")).toBe("/");
});

test.each([
  ["names another login", { sid: "login-2" }, 200],
  ["is for another client", { aud: "1" }, 400],
  ["is of another portal", { iss: "https://evil.example" }, 400],
  ["has no event", { events: {} }, 400],
  ["has a nonce", { nonce: "n" }, 400],
  ["names no login", { sid: undefined }, 400],
])("a logout token that %s ends nothing", async (_, changes, status) => {
  const cookie = cookieOf(await callback({}));
  expect((await logOut(await portal.signLogout(changes))).status).toBe(status);
  expect((await open("/visit", cookie)).status).toBe(200);
});

test("a logout token is accepted although the portal's address is given with a slash at its end", async () => {
  const withSlash = await startDashboard({ port: 0, portalUrl: `${portal.url}/`, clientSecret: "a-secret" });
  const body = new URLSearchParams({ logout_token: await portal.signLogout() });
  const answer = await fetch(`${withSlash.url}/logged-out`, { method: "POST", body });
  await withSlash.close();
  expect(answer.status).toBe(200);
});

test("another kind of token is no logout token", async () => {
  expect((await logOut(await portal.signLogout({}, "at+jwt"))).status).toBe(400);
  expect((await logOut("")).status).toBe(400);
});

test("a reload does not redeem again", async () => {
  const code = portal.issueCode({ clientId: "dashboard", audience: "dashboard", callbackUrl: `${dashboard.url}/callback` });
  const first = await callback({ code });
  const again = await callback({ code }, cookieOf(first));
  expect(again.status).toBe(303);
  expect(portal.tokenRequests).toHaveLength(1);
});

test.each([
  ["state", { state: "a-stranger's" }],
  ["iss", { iss: "https://evil.example" }],
])("a callback with a wrong %s does not block the real one with the same code", async (_, wrong) => {
  const code = portal.issueCode({ clientId: "dashboard", audience: "dashboard", callbackUrl: `${dashboard.url}/callback` });
  expect((await callback({ code, ...wrong })).status).toBe(400);
  expect((await callback({ code })).status).toBe(303);
  expect(portal.tokenRequests).toHaveLength(1);
});

test("fifty callbacks at once with one state and one code are one redemption", async () => {
  const begun = await open("/open");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const code = portal.issueCode({ clientId: "dashboard", audience: "dashboard", callbackUrl: `${dashboard.url}/callback` });
  const answers = await Promise.all(Array.from({ length: 50 }, () => callback({ code, state }, cookieOf(begun))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 303));
  expect(portal.tokenRequests).toHaveLength(1);
  expect(await arrivals()).toHaveLength(1);
});

test("a state works once: the same state with another code is refused", async () => {
  const begun = await open("/open");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const answers = await Promise.all([1, 2].map(() => callback({ state }, cookieOf(begun))));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(portal.tokenRequests).toHaveLength(1);
});

test("the no-access page uses the language of its path", async () => {
  expect(await (await open("/nb/no-access?ref=portal")).text()).toContain('<html lang="nb">');
  expect(await (await open("/xx/no-access?ref=portal")).text()).toContain("No access to the dashboard");
});

function callback(changes: Record<string, string>, cookie = ""): Promise<Response> {
  const code = portal.issueCode({ clientId: "dashboard", audience: "dashboard", callbackUrl: `${dashboard.url}/callback` });
  return open(`/callback?${new URLSearchParams({ code, iss: portal.url, ...changes }).toString()}`, cookie);
}

function open(path: string, cookie = ""): Promise<Response> {
  return fetch(dashboard.url + path, { redirect: "manual", headers: { cookie } });
}

function logOut(token: string): Promise<Response> {
  return fetch(`${dashboard.url}/logged-out`, { method: "POST", body: new URLSearchParams({ logout_token: token }) });
}

function cookieOf(answer: Response): string {
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function arrivals(): Promise<unknown> {
  return (await open("/arrivals")).json();
}
