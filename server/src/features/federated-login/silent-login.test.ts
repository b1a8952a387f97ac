/** A provider may accept its own login of two hours ago without a question. Ours counts from that login (docs/decisions/0074). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { waysToConfirm } from "@storyport/contract/confirmations";
import { startLogins } from "@storyport/contract/federated-login";
import { startPasskeyRegistration } from "@storyport/contract/passkeys";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import type { Provider } from "@storyport/contract/vocabulary";
import { setUpFactor } from "#test/authenticator.ts";
import { aSession } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aConnectedTeacher, buildFederatedPortal, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** Logs a teacher in at a provider that says when it asked; undefined if it says nothing. */
async function loggedInAt(provider: Provider, authTime: number | undefined) {
  const { account, person } = await aConnectedTeacher(portal, { provider, password: null, loginTypes: [provider] });
  const browser = portal.browser();
  portal.identities.bends = { claims: { auth_time: authTime } };
  const answer = await logInAt(portal.identities, browser, { provider, person });
  portal.identities.behave();
  return { account, person, browser, to: locationOf(answer) };
}

/** A guarded call that a teacher may make. */
async function isRecent(browser: Browser): Promise<boolean> {
  const answer = await browser.call(startPasskeyRegistration, { body: {} });
  if (answer.status !== 200) expect(answer).toMatchObject({ status: 403, body: { code: "errors.loginTooOld" } });
  return answer.status === 200;
}

test("Feide is told to say when it asked, and to ask again only after a day", async () => {
  const { headers } = await portal.browser().call(startLogins.FEIDE, { query: { deviceName: "a test" } });
  const { searchParams } = new URL(String(headers.location));
  expect([searchParams.get("max_age"), searchParams.get("prompt")]).toEqual(["86400", null]);
});

test("a login that Feide asked for now is recent", async () => {
  const { browser, to } = await loggedInAt("FEIDE", secondsAgo(0));
  expect(to).toBe("/post-login");
  expect(await isRecent(browser)).toBe(true);
});

test("a login by Feide's own login of two hours ago is not recent: errors.loginTooOld", async () => {
  const { browser, to } = await loggedInAt("FEIDE", secondsAgo(7200));
  expect(to).toBe("/post-login");
  expect(await isRecent(browser)).toBe(false);
});

test("a login that Feide asked for ten minutes ago counts from then", async () => {
  const { browser } = await loggedInAt("FEIDE", secondsAgo(600));
  expect(await isRecent(browser)).toBe(true);
  await portal.clock.travel(301);
  expect(await isRecent(browser)).toBe(false);
});

test("a login at Feide without a time is not recent, and can be confirmed there", async () => {
  const { browser, to } = await loggedInAt("FEIDE", undefined);
  expect(to).toBe("/post-login");
  expect(await isRecent(browser)).toBe(false);
  expect((await browser.call(waysToConfirm)).body).toMatchObject({ providers: ["FEIDE"] });
});

test.each(["GOOGLE", "APPLE"] as const)("a login at %s, which tells no time, counts from itself", async (provider) => {
  const { browser, to } = await loggedInAt(provider, undefined);
  expect(to).toBe("/post-login");
  expect(await isRecent(browser)).toBe(true);
  await portal.clock.travel(15 * 60 + 1);
  expect(await isRecent(browser)).toBe(false);
});

test("a time ahead of ours counts from now, and one far ahead is refused: errors.providerAnswerInvalid", async () => {
  const { browser } = await loggedInAt("FEIDE", secondsAgo(-30));
  expect(await isRecent(browser)).toBe(true);
  await portal.clock.travel(15 * 60 + 1);
  expect(await isRecent(browser)).toBe(false);
  const { to } = await loggedInAt("FEIDE", secondsAgo(-3600));
  expect(to).toBe("/login?error=errors.providerAnswerInvalid&loginType=FEIDE");
});

test("the code of a second factor after an old login at Feide is a proof of now", async () => {
  const { account, person } = await aConnectedTeacher(portal, { provider: "FEIDE", password: null, loginTypes: ["FEIDE"] });
  const app = await setUpFactor(portal, await aSession(portal, account, { loginType: "FEIDE" }));
  await portal.clock.travel(60);
  const browser = portal.browser();
  portal.identities.bends = { claims: { auth_time: secondsAgo(7200) } };
  expect(locationOf(await logInAt(portal.identities, browser, { provider: "FEIDE", person }))).toBe("/login/second-factor");
  portal.identities.behave();
  expect((await browser.call(verifySecondFactor, { body: { code: await app.code() } })).status).toBe(200);
  expect(await isRecent(browser)).toBe(true);
});
