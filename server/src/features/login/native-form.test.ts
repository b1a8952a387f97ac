/** The login form posted by the browser itself, before any script ran (DESIGN 8.10). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logOut, validateAuth } from "@storyport/contract/login";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const url = "/api/auth/pw/login";

test("a right form logs in and leads to /post-login", async () => {
  const { account } = await aTeacher(portal);
  const browser = portal.browser();
  const answer = await browser.postForm(url, { email: account.email, password: aPassword, deviceName: "a test" });
  expect(answer).toMatchObject({ status: 303, headers: { location: "/post-login" } });
  expect(answer.text).toBe("");
  expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: account.id });
});

test("a refused form leads back with the reason, keeps the e-mail address in a cookie for a minute, and the password nowhere", async () => {
  const { account } = await aTeacher(portal);
  const browser = portal.browser();
  const answer = await browser.postForm(url, { email: account.email, password: "Not-The-Password-1", deviceName: "a test" });
  expect(answer).toMatchObject({ status: 303, headers: { location: "/login/password?error=errors.invalidUsernameOrPassword" } });
  expect([answer.headers["set-cookie"]].flat().join()).toMatch(/^login-attempt=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(decodeURIComponent(browser.cookies.get("login-attempt") ?? "")).toBe(account.email);
  expect(JSON.stringify([answer.headers, answer.text])).not.toContain("Not-The-Password-1");
});

test.each([
  [{ email: "", password: "", deviceName: "a test" }, "errors.emailAndPasswordRequired"],
  [{ email: "plain", password: aPassword, deviceName: "a test" }, "errors.emailInvalid"],
  [{ email: "a@school.example", password: "short", deviceName: "a test" }, "errors.passwordLength"],
  [{ email: "a@school.example", password: aPassword }, "errors.invalidInput"],
  [{ email: "a@school.example", password: aPassword, deviceName: "a test", isAdmin: "1" }, "errors.invalidInput"],
])("the form %j leads back with its reason", async (fields, code) => {
  const answer = await portal.browser().postForm(url, fields);
  expect(answer).toMatchObject({ status: 303, headers: { location: `/login/password?error=${code}` } });
});

test.each([
  "email=a&email=b&password=Lighthouse-Beam-7&deviceName=x",
  "email=%ED%A0%80%40school.example&password=Lighthouse-Beam-7&deviceName=x",
  "email=%00%0d%0aSet-Cookie:%20session=x&password=Lighthouse-Beam-7&deviceName=x",
  "email=%zz&password=%&deviceName=x",
  "__proto__=1&constructor=2&email=a%40school.example&password=Lighthouse-Beam-7&deviceName=x",
  "email[]=a&password[$ne]=&deviceName=x",
  `email=${"%F0%9F%A6%8A".repeat(100)}&password=x&deviceName=x`,
  `email=${"a".repeat(5000)}@school.example&password=x&deviceName=x`,
  "",
  "&&&&====",
  "\u0000",
  "a=1&".repeat(10_000),
])("the hostile form body %# leads back, never to an internal error", async (payload) => {
  const answer = await portal.browser().send({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(answer.status, answer.text).toBe(303);
  expect(String(answer.headers.location)).toMatch(/^\/login\/password\?error=errors\.(?!unexpected$)\w+$/);
  for (const cookie of [answer.headers["set-cookie"] ?? []].flat()) expect(cookie).toMatch(/^login-attempt=[^;\r\n]*;/);
});

test("another site's form is refused without a redirect and without a cookie", async () => {
  const { account } = await aTeacher(portal);
  const answer = await portal.browser().send({
    method: "POST",
    url,
    payload: new URLSearchParams({ email: account.email, password: aPassword, deviceName: "a test" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
  });
  expect(answer).toMatchObject({ status: 403, body: { code: "errors.crossSite" } });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.headers.location).toBeUndefined();
});

const asForm = { headers: { "content-type": "text/plain", "sec-fetch-mode": "navigate" } };

async function aBrowserWithLoginState() {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  browser.cookies.set("login-state", encodeURIComponent(JSON.stringify({ gameId: 1 })));
  return { account, browser };
}

test("a logout form, which has no fields, logs out, clears the login state and leads to /login", async () => {
  const { browser } = await aBrowserWithLoginState();
  const answer = await browser.call(logOut, asForm);
  expect(answer).toMatchObject({ status: 303, headers: { location: "/login" } });
  expect((await browser.call(validateAuth)).status).toBe(401);
  expect(browser.cookies.has("login-state")).toBe(false);
});

test("the form that ends a half login keeps the login state, because another user takes the game's request over", async () => {
  const { account, browser } = await aBrowserWithLoginState();
  const { database } = portal.context;
  await database.updateTable("sessions").set({ stage: "SECOND_FACTOR" }).where("account_id", "=", account.id).execute();
  expect(await browser.call(logOut, asForm)).toMatchObject({ status: 303, headers: { location: "/login" } });
  expect(browser.cookies.has("session")).toBe(false);
  expect(browser.cookies.has("login-state")).toBe(true);
});

test("a logout by the page's script leaves the login state to the script", async () => {
  const { browser } = await aBrowserWithLoginState();
  expect(await browser.call(logOut)).toMatchObject({ status: 200 });
  expect(browser.cookies.has("login-state")).toBe(true);
});
