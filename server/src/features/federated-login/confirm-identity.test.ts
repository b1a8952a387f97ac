/** Confirming the login at a provider, for accounts without a password (docs/decisions/0065). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmAtProvider, connectIdentity } from "@storyport/contract/federated-login";
import { waysToConfirm } from "@storyport/contract/confirmations";
import { logOut } from "@storyport/contract/login";
import { enrolSecondFactor } from "@storyport/contract/second-factor";
import { beginSupportView } from "@storyport/contract/support-views";
import type { Provider } from "@storyport/contract/vocabulary";
import { createProviders } from "#/platform/openid/providers.ts";
import { setUpFactor } from "#test/authenticator.ts";
import { aSession, anAdministrator } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aConnectedTeacher, aPerson, buildFederatedPortal, callbacks, connect, locationOf } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { loggedOutMeanwhile } from "#test/meanwhile.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

const quarter = 15 * 60 + 1;

async function aTeacherAt(provider: Provider) {
  const { account, person } = await aConnectedTeacher(portal, { provider, password: null, loginTypes: [provider] });
  const browser = await aSession(portal, account, { loginType: provider });
  await portal.clock.travel(quarter);
  return { account, person, browser };
}

async function begun(browser: Browser, provider: Provider, code?: string): Promise<string> {
  const body = { provider, ...(code === undefined ? {} : { code }) };
  const answer = await browser.call(confirmAtProvider, { body });
  return confirmAtProvider.response.parse(answer.body).url;
}

/** A guarded call that a teacher may make. */
async function isConfirmed(browser: Browser): Promise<boolean> {
  const answer = await browser.call(enrolSecondFactor, { body: {} });
  if (answer.status !== 200) expect(answer).toMatchObject({ status: 403, body: { code: "errors.loginTooOld" } });
  return answer.status === 200;
}

async function logOutOf(browser: Browser): Promise<void> {
  expect((await browser.call(logOut, { headers: { "content-type": "text/plain" } })).status).toBe(200);
  expect(browser.cookies.has("session")).toBe(false);
}

describe.each(["FEIDE", "GOOGLE", "APPLE"] as const)("at %s", (provider) => {
  test("the same person confirms this session, and no other session begins", async () => {
    const { account, person, browser } = await aTeacherAt(provider);
    expect((await browser.call(waysToConfirm)).body).toEqual({ password: false, passkey: false, providers: [provider], code: false });
    expect(await isConfirmed(browser)).toBe(false);
    const secret = browser.cookies.get("session");
    const query = portal.identities.consent(await begun(browser, provider), person);
    expect(locationOf(await browser.call(callbacks[provider], { query }))).toBe("/login/confirmed");
    expect(browser.cookies.get("session")).toBe(secret);
    expect(await isConfirmed(browser)).toBe(true);
    const { database } = portal.context;
    expect(await database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute()).toHaveLength(1);
    const events = await database
      .selectFrom("audit_events")
      .select(["event", "actor_id", "details"])
      .where("target_id", "=", account.id)
      .execute();
    const confirmed = { event: "login_confirmed", actor_id: account.id, details: { loginType: provider } };
    expect(events).toContainEqual(confirmed);
  });

  test("another person confirms nothing and connects nothing: errors.identityNotYours", async () => {
    const { account, browser } = await aTeacherAt(provider);
    const other = await aConnectedTeacher(portal, { provider });
    for (const person of [aPerson(), other.person]) {
      const query = portal.identities.consent(await begun(browser, provider), person);
      const answer = await browser.call(callbacks[provider], { query });
      expect(locationOf(answer)).toBe(`/login/confirmed?error=errors.identityNotYours&loginType=${provider}`);
    }
    expect(await isConfirmed(browser)).toBe(false);
    const { database } = portal.context;
    expect(await database.selectFrom("account_identities").select("id").where("account_id", "=", account.id).execute()).toHaveLength(1);
    const failed = await database
      .selectFrom("audit_events")
      .select("details")
      .where("target_id", "=", account.id)
      .where("event", "=", "login_failed")
      .execute();
    const refusal = { details: { loginType: provider, reason: "errors.identityNotYours" } };
    expect(failed).toEqual([refusal, refusal]);
  });

  test("another session of the account confirms nothing, and uses up the answer: errors.providerLoginStale", async () => {
    const { account, person, browser } = await aTeacherAt(provider);
    const query = portal.identities.consent(await begun(browser, provider), person);
    const other = await aSession(portal, account, { loginType: provider });
    for (const [name, value] of browser.cookies) if (name.startsWith("begun-")) other.cookies.set(name, value);
    const stale = `/login/confirmed?error=errors.providerLoginStale&loginType=${provider}`;
    expect(locationOf(await other.call(callbacks[provider], { query }))).toBe(stale);
    expect(locationOf(await browser.call(callbacks[provider], { query }))).toBe(stale);
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("after a logout in between it confirms nothing and begins no session", async () => {
    const { person, browser } = await aTeacherAt(provider);
    const query = portal.identities.consent(await begun(browser, provider), person);
    await logOutOf(browser);
    const answer = await browser.call(callbacks[provider], { query });
    expect(locationOf(answer)).toBe(`/login?error=errors.providerLoginStale&loginType=${provider}`);
    expect(browser.cookies.has("session")).toBe(false);
  });

  test("in a session that a reset ends meanwhile it confirms nothing: errors.providerLoginStale", async () => {
    const { account, person, browser } = await aTeacherAt(provider);
    const query = portal.identities.consent(await begun(browser, provider), person);
    const answer = await loggedOutMeanwhile(portal, { account, call: () => browser.call(callbacks[provider], { query }) });
    expect(locationOf(answer)).toBe(`/login/confirmed?error=errors.providerLoginStale&loginType=${provider}`);
  });

  test("cancelled there it confirms nothing: errors.providerRefused", async () => {
    const { person, browser } = await aTeacherAt(provider);
    const { state = "", iss = "" } = portal.identities.consent(await begun(browser, provider), person);
    const answer = await browser.call(callbacks[provider], { query: { state, iss, error: "access_denied" } });
    expect(locationOf(answer)).toBe(`/login/confirmed?error=errors.providerRefused&loginType=${provider}`);
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("an answer works once", async () => {
    const { person, browser } = await aTeacherAt(provider);
    const query = portal.identities.consent(await begun(browser, provider), person);
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(callbacks[provider], { query })));
    expect(answers.map(locationOf).filter((to) => to === "/login/confirmed")).toHaveLength(1);
  });

  test("a login that the provider made before the confirmation began is not enough: errors.providerAnswerInvalid", async () => {
    const { person, browser } = await aTeacherAt(provider);
    // More than the minute by which clocks may differ.
    portal.identities.bends = { claims: { auth_time: Math.floor(Date.now() / 1000) - 120 } };
    const query = portal.identities.consent(await begun(browser, provider), person);
    const answer = await browser.call(callbacks[provider], { query });
    portal.identities.behave();
    expect(locationOf(answer)).toBe(`/login/confirmed?error=errors.providerAnswerInvalid&loginType=${provider}`);
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("an account that may no longer log in there confirms nothing: errors.loginTypeNotAllowed", async () => {
    const { account, person, browser } = await aTeacherAt(provider);
    const query = portal.identities.consent(await begun(browser, provider), person);
    await portal.context.database.deleteFrom("account_login_types").where("account_id", "=", account.id).execute();
    const answer = await browser.call(callbacks[provider], { query });
    expect(locationOf(answer)).toBe(`/login/confirmed?error=errors.loginTypeNotAllowed&loginType=${provider}`);
    expect(await isConfirmed(browser)).toBe(false);
  });
});

test("Feide is told to ask again, and must prove it: without auth_time errors.providerAnswerInvalid", async () => {
  const { person, browser } = await aTeacherAt("FEIDE");
  const url = await begun(browser, "FEIDE");
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
  portal.identities.bends = { claims: { auth_time: undefined } };
  const answer = await browser.call(callbacks.FEIDE, { query: portal.identities.consent(url, person) });
  portal.identities.behave();
  expect(locationOf(answer)).toBe("/login/confirmed?error=errors.providerAnswerInvalid&loginType=FEIDE");
  expect(await isConfirmed(browser)).toBe(false);
});

describe.each(["GOOGLE", "APPLE"] as const)("%s, which proves no time,", (provider) => {
  test("is no way to confirm beside a password or Feide: errors.confirmAnotherWay", async () => {
    const withPassword = await aConnectedTeacher(portal, { provider, loginTypes: [provider, "PASSWORD"] });
    const withFeide = await aConnectedTeacher(portal, { provider, password: null, loginTypes: [provider, "FEIDE"] });
    await connect(portal, { account: withFeide.account, provider: "FEIDE", person: aPerson() });
    const ways = [
      { account: withPassword.account, ways: { password: true, passkey: false, providers: [], code: false } },
      { account: withFeide.account, ways: { password: false, passkey: false, providers: ["FEIDE"], code: false } },
    ];
    for (const { account, ways: expected } of ways) {
      const browser = await aSession(portal, account, { loginType: provider });
      expect((await browser.call(waysToConfirm)).body).toEqual(expected);
      const answer = await browser.call(confirmAtProvider, { body: { provider } });
      expect(answer).toMatchObject({ status: 403, body: { code: "errors.confirmAnotherWay" } });
    }
  });

  test("is a way beside a password that has expired, which confirms nothing", async () => {
    const { account } = await aConnectedTeacher(portal, { provider, loginTypes: [provider, "PASSWORD"] });
    await portal.context.database.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute();
    const browser = await aSession(portal, account, { loginType: provider });
    expect((await browser.call(waysToConfirm)).body).toMatchObject({ providers: [provider] });
  });
});

test("a connection does not make Feide ask again", async () => {
  const { browser } = await aTeacherAt("FEIDE");
  // A connection needs a recent login, and `aTeacherAt` has let this login grow old.
  await portal.context.database.updateTable("sessions").set({ created_at: new Date() }).execute();
  const answer = await browser.call(connectIdentity, { body: { provider: "FEIDE" } });
  const { searchParams } = new URL(connectIdentity.response.parse(answer.body).url);
  expect([searchParams.get("prompt"), searchParams.get("max_age")]).toEqual([null, "86400"]);
});

test("a second factor is proven before the provider: errors.secondFactorInvalid", async () => {
  const { account, person } = await aConnectedTeacher(portal, { provider: "FEIDE", password: null, loginTypes: ["FEIDE"] });
  const browser = await aSession(portal, account, { loginType: "FEIDE" });
  const app = await setUpFactor(portal, browser);
  await portal.clock.travel(quarter);
  for (const body of [{ provider: "FEIDE" as const }, { provider: "FEIDE" as const, code: "no code" }]) {
    expect(await browser.call(confirmAtProvider, { body })).toMatchObject({ status: 401, body: { code: "errors.secondFactorInvalid" } });
  }
  const code = await app.code();
  const query = portal.identities.consent(await begun(browser, "FEIDE", code), person);
  expect(locationOf(await browser.call(callbacks.FEIDE, { query }))).toBe("/login/confirmed");
  const again = await browser.call(confirmAtProvider, { body: { provider: "FEIDE", code } });
  expect(again).toMatchObject({ status: 401, body: { code: "errors.secondFactorInvalid" } });
});

test("guessing codes there must wait like elsewhere: errors.tooManyAttempts", async () => {
  const { account } = await aConnectedTeacher(portal, { provider: "FEIDE", password: null, loginTypes: ["FEIDE"] });
  const browser = await aSession(portal, account, { loginType: "FEIDE" });
  await setUpFactor(portal, browser);
  const guess = () => browser.call(confirmAtProvider, { body: { provider: "FEIDE", code: "no code" } });
  // Five guesses are free, and the sixth begins a wait.
  for (let count = 0; count < 6; count++) expect((await guess()).status).toBe(401);
  expect(await guess()).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
});

test("without a session nothing begins: errors.notLoggedIn", async () => {
  const answer = await portal.browser().call(confirmAtProvider, { body: { provider: "FEIDE" } });
  expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
});

test("a provider that is not set up, or away, confirms nothing: errors.providerOff, errors.providerAway", async () => {
  const { browser } = await aTeacherAt("GOOGLE");
  const { providers: found } = portal.context;
  const begin = () => browser.call(confirmAtProvider, { body: { provider: "GOOGLE" } });
  try {
    portal.context.providers = createProviders({}, portal.clock);
    expect(await begin()).toMatchObject({ status: 404, body: { code: "errors.providerOff" } });
    const google = { issuer: "http://127.0.0.1:1", clientId: "storyport", clientSecret: "secret" };
    portal.context.providers = createProviders({ GOOGLE: google }, portal.clock);
    expect(await begin()).toMatchObject({ status: 503, body: { code: "errors.providerAway" } });
  } finally {
    portal.context.providers = found;
  }
});

test("an answer that comes back during a view of another person confirms nothing, and says nothing of that person", async () => {
  const admin = await anAdministrator(portal, { password: null, loginTypes: ["GOOGLE"] });
  const person = aPerson();
  await connect(portal, { account: admin, provider: "GOOGLE", person });
  const browser = await aSession(portal, admin, { loginType: "GOOGLE" });
  const query = portal.identities.consent(await begun(browser, "GOOGLE"), person);
  const { account: viewed } = await aConnectedTeacher(portal, { provider: "FEIDE" });
  const viewing = { params: { userId: viewed.id }, body: { reason: "The teacher does not find her class." } };
  expect((await browser.call(beginSupportView, viewing)).status).toBe(201);
  const stale = "/login/confirmed?error=errors.providerLoginStale&loginType=GOOGLE";
  expect(locationOf(await browser.call(callbacks.GOOGLE, { query }))).toBe(stale);
  const about = portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", viewed.id);
  expect(await about.where("event", "=", "login_failed").execute()).toEqual([]);
});
