/** Logging out at the provider too (specification, section 5; OpenID Connect RP-Initiated Logout 1.0). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { logOut, validateAuth } from "@storyport/contract/login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { decodeJwt } from "jose";
import { setUpFactor } from "#test/authenticator.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { publicUrl } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aConnectedTeacher, buildFederatedPortal, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

async function aFeideBrowser() {
  const { account, person } = await aConnectedTeacher(portal, { provider: "FEIDE" });
  const browser = portal.browser();
  await logInAt(portal.identities, browser, { provider: "FEIDE", person });
  return { account, person, browser };
}

const leave = (browser: Browser, headers = {}) => browser.call(logOut, { headers: { "content-type": "text/plain", ...headers } });
const kept = () => portal.context.database.selectFrom("provider_logins").selectAll().execute();

test("a Feide user is redirected to Feide's published logout page and back to /login", async () => {
  const { browser, person } = await aFeideBrowser();
  const { status, body } = await leave(browser);
  expect(status).toBe(200);
  const url = new URL(logOut.response.parse(body).logoutRedirect ?? "");
  expect(`${url.origin}${url.pathname}`).toBe(`${portal.identities.issuerOf("FEIDE")}/session/end`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id_token_hint: expect.any(String),
    client_id: "storyport",
    post_logout_redirect_uri: `${publicUrl}/login`,
  });
  expect(decodeJwt(url.searchParams.get("id_token_hint") ?? "")).toMatchObject({ sub: person.sub, aud: "storyport" });
  expect((await browser.call(validateAuth)).status).toBe(401);
  expect(await kept(), "the token goes with the session").toEqual([]);
});

test("a form without script is redirected there too", async () => {
  const { browser } = await aFeideBrowser();
  const answer = await leave(browser, { "sec-fetch-mode": "navigate" });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toMatch(new RegExp(`^${portal.identities.issuerOf("FEIDE")}/session/end\\?id_token_hint=`));
});

test("nothing of a request gets into the address", async () => {
  const { browser } = await aFeideBrowser();
  const answer = await browser.send({
    method: "POST",
    url: "/api/auth/auth/logout?post_logout_redirect_uri=https://evil.example&logoutRedirect=https://evil.example",
    headers: { "content-type": "text/plain", host: "evil.example", referer: "https://evil.example/" },
  });
  expect(answer.text).toContain("/session/end");
  expect(answer.text).not.toContain("evil");
});

test("while Feide is away logging out succeeds without it", async () => {
  const { browser } = await aFeideBrowser();
  // The metadata is cached for an hour.
  await portal.clock.travel(3601);
  portal.identities.bends = { before: (_, response) => Boolean(response.destroy()) };
  expect(await leave(browser)).toMatchObject({ status: 200, body: {} });
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("a slow Feide does not hold up logging out, and its late answer serves the next logout", async () => {
  const { browser } = await aFeideBrowser();
  const next = await aFeideBrowser();
  await portal.clock.travel(3601);
  const answering = Promise.withResolvers<void>();
  const { requests } = portal.identities;
  const before = requests.length;
  portal.identities.bends = { before: async () => await answering.promise.then(() => false) };
  expect(await leave(browser)).toMatchObject({ status: 200, body: {} });
  expect((await browser.call(validateAuth)).status).toBe(401);
  answering.resolve();
  expect((await leave(next.browser)).body).toHaveProperty("logoutRedirect");
  expect(requests.slice(before), "the first request was not given up").toEqual(["/feide/.well-known/openid-configuration"]);
});

test.each(["GOOGLE", "APPLE"] as const)("a private account at %s stays logged in there", async (provider) => {
  const { person } = await aConnectedTeacher(portal, { provider });
  const browser = portal.browser();
  expect((await logInAt(portal.identities, browser, { provider, person })).headers.location).toBe("/post-login");
  expect(await kept()).toEqual([]);
  expect(await leave(browser)).toMatchObject({ status: 200, body: {} });
});

test("a password login and a repeated logout redirect nowhere", async () => {
  const { account } = await aTeacher(portal);
  expect((await leave(await logIn(portal.browser(), account))).body).toEqual({});
  const { browser } = await aFeideBrowser();
  const secret = browser.cookies.get("session") ?? "";
  expect((await leave(browser)).body).toHaveProperty("logoutRedirect");
  browser.cookies.set("session", secret);
  expect((await leave(browser)).body).toEqual({});
});

test("the provider's token is sealed", async () => {
  const { browser, person } = await aFeideBrowser();
  const rows = await kept();
  expect(rows).toHaveLength(1);
  const sealed = rows[0]?.sealed_id_token ?? Buffer.alloc(0);
  expect(sealed.includes("eyJ")).toBe(false);
  expect(decodeJwt(portal.context.vault.open(sealed))).toMatchObject({ sub: person.sub });
  await leave(browser);
});

test("the provider's token moves to the session that follows the second factor, and to no other", async () => {
  const { account, person, browser: former } = await aFeideBrowser();
  const app = await setUpFactor(portal, former);
  await leave(former);
  const browser = portal.browser();
  await logInAt(portal.identities, browser, { provider: "FEIDE", person });
  expect((await browser.call(verifySecondFactor, { body: { code: await app.code() } })).status).toBe(200);
  expect(await kept()).toHaveLength(1);
  await logIn(browser, account);
  expect(await kept()).toEqual([]);
  expect((await leave(browser)).body).toEqual({});
});
