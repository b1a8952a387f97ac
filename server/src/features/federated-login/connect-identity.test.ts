/** Connecting a provider to the caller's account, and disconnecting it (DESIGN A18; ASVS 7.5.1). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectIdentity, disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { logOut, validateAuth } from "@storyport/contract/login";
import { providers } from "@storyport/contract/vocabulary";
import { createProviders } from "#/platform/openid/providers.ts";
import { aSession, aTeacher, anAccount, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import {
  aConnectedTeacher,
  aPerson,
  buildFederatedPortal,
  callbacks,
  connect,
  connectAt,
  locationOf,
  logInAt,
} from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { loggedOutMeanwhile } from "#test/meanwhile.ts";
import { tokensFor } from "#test/oauth-client.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

const own = async (browser: Browser) => listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
const disconnect = (browser: Browser, identityId: string) => browser.call(disconnectIdentity, { params: { identityId } });
const begun = async (browser: Browser, provider: string) =>
  connectIdentity.response.parse((await browser.call(connectIdentity, { body: { provider } })).body).url;

async function aLoggedInTeacher(parts: Parameters<typeof aTeacher>[1] = {}) {
  const { account, game } = await aTeacher(portal, parts);
  return { account, game, browser: await logIn(portal.browser(), account) };
}

async function lettersTo(email: string): Promise<string[]> {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).map(({ subject }) => subject);
}

describe.each(providers)("connecting %s", (provider) => {
  test("lands on the profile page, and from then on it logs in", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const person = aPerson();
    expect(locationOf(await connectAt(portal.identities, browser, { provider, person }))).toBe(`/users/me?connected=${provider}`);
    expect(await own(browser)).toMatchObject({
      providers: ["FEIDE", "GOOGLE", "APPLE"],
      hasPassword: true,
      identities: [{ provider, label: provider === "FEIDE" ? "kari@fjord.example" : "kari@mail.example", connectedAt: expect.any(String) }],
    });
    const other = portal.browser();
    expect(locationOf(await logInAt(portal.identities, other, { provider, person }))).toBe("/post-login");
    expect((await other.call(validateAuth)).body).toMatchObject({ accountId: account.id, loginType: provider });
  });

  test("e-mails the owner, and is recorded", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const person = aPerson();
    await connectAt(portal.identities, browser, { provider, person });
    await connectAt(portal.identities, browser, { provider, person });
    expect(await lettersTo(account.email), "once: the second time it was there already").toEqual([
      "A new way to log in to your Storyport account",
    ]);
    const [letter] = portal.mailbox.lettersTo(account.email);
    for (const advice of ["1. Type ", "2. Log in. On your profile, disconnect ", "3. Set a new Storyport password"])
      expect(letter?.text).toContain(advice);
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("event", "=", "identity_connected")
      .where("target_id", "=", account.id)
      .execute();
    expect(events).toEqual([{ details: { provider } }]);
  });

  test("refuses another account's identity, which stays there: errors.identityTaken", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    const { browser } = await aLoggedInTeacher();
    expect(locationOf(await connectAt(portal.identities, browser, { provider, person }))).toBe("/users/me?error=errors.identityTaken");
    expect((await own(browser)).identities).toEqual([]);
    const again = portal.browser();
    await logInAt(portal.identities, again, { provider, person });
    expect((await again.call(validateAuth)).body).toMatchObject({ accountId: account.id });
  });

  test("begun by one user and finished in another's browser connects nothing: errors.providerLoginStale", async () => {
    const [first, second] = [await aLoggedInTeacher(), await aLoggedInTeacher()];
    const query = portal.identities.consent(await begun(first.browser, provider), aPerson());
    expect(locationOf(await second.browser.call(callbacks[provider], { query }))).toBe("/users/me?error=errors.providerLoginStale");
    // Even with the cookie of the transaction, the session must be the session that began.
    for (const [name, value] of first.browser.cookies) if (name.startsWith("begun-")) second.browser.cookies.set(name, value);
    expect(locationOf(await second.browser.call(callbacks[provider], { query }))).toBe("/users/me?error=errors.providerLoginStale");
    for (const { browser } of [first, second]) expect((await own(browser)).identities).toEqual([]);
  });

  test("after a logout in between connects nothing and begins no session", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const query = portal.identities.consent(await begun(browser, provider), aPerson());
    expect((await browser.call(logOut, { headers: { "content-type": "text/plain" } })).status).toBe(200);
    expect(browser.cookies.has("session")).toBe(false);
    const answer = await browser.call(callbacks[provider], { query });
    expect(locationOf(answer)).toBe(`/login?error=errors.providerLoginStale&loginType=${provider}`);
    expect(browser.cookies.has("session")).toBe(false);
    expect(await identityCount(account.id)).toBe(0);
  });

  test("in a session that a reset ends meanwhile connects nothing: errors.providerLoginStale", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const query = portal.identities.consent(await begun(browser, provider), aPerson());
    const answer = await loggedOutMeanwhile(portal, { account, call: () => browser.call(callbacks[provider], { query }) });
    expect(locationOf(answer)).toBe("/users/me?error=errors.providerLoginStale");
    expect(await identityCount(account.id)).toBe(0);
  });

  test("cancelled at the provider lands on the profile page: errors.providerRefused", async () => {
    const { browser } = await aLoggedInTeacher();
    const { state = "", iss = "" } = portal.identities.consent(await begun(browser, provider), aPerson());
    const answer = await browser.call(callbacks[provider], { query: { state, iss, error: "access_denied" } });
    expect(locationOf(answer)).toBe("/users/me?error=errors.providerRefused");
  });

  test("one of fifty concurrent connections of one identity gets it", async () => {
    const person = aPerson();
    const queries = [];
    for (let teacher = 0; teacher < 10; teacher++) {
      const { account } = await aTeacher(portal);
      const browser = await aSession(portal, account, { loginType: "PASSWORD" });
      // Five tabs each.
      for (let tab = 0; tab < 5; tab++) queries.push({ browser, query: portal.identities.consent(await begun(browser, provider), person) });
    }
    await Promise.all(queries.map(({ browser, query }) => browser.call(callbacks[provider], { query })));
    const rows = await portal.context.database.selectFrom("account_identities").select("id").where("subject", "=", person.sub).execute();
    expect(rows).toHaveLength(1);
  });
});

async function identityCount(accountId: string): Promise<number> {
  return (await portal.context.database.selectFrom("account_identities").select("id").where("account_id", "=", accountId).execute()).length;
}

test("an old login is not enough to connect or to disconnect: errors.loginTooOld", async () => {
  const { browser } = await aLoggedInTeacher();
  await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
  const [identity] = (await own(browser)).identities;
  await portal.clock.travel(15 * 60 + 1);
  const refused = { status: 403, body: { code: "errors.loginTooOld" } };
  expect(await browser.call(connectIdentity, { body: { provider: "GOOGLE" } })).toMatchObject(refused);
  expect(await disconnect(browser, identity?.id ?? "")).toMatchObject(refused);
});

test("listing, connecting and disconnecting need a login: errors.notLoggedIn", async () => {
  const refused = { status: 401, body: { code: "errors.notLoggedIn" } };
  const browser = portal.browser();
  expect(await browser.call(listOwnIdentities)).toMatchObject(refused);
  expect(await browser.call(connectIdentity, { body: { provider: "GOOGLE" } })).toMatchObject(refused);
  expect(await disconnect(browser, "00000000-0000-4000-8000-000000000000")).toMatchObject(refused);
});

test("a provider that is not set up cannot be connected: errors.providerOff", async () => {
  const { browser } = await aLoggedInTeacher();
  const { providers: found } = portal.context;
  portal.context.providers = createProviders({}, portal.clock);
  try {
    expect(await browser.call(connectIdentity, { body: { provider: "GOOGLE" } })).toMatchObject({
      status: 404,
      body: { code: "errors.providerOff" },
    });
    expect((await own(browser)).providers).toEqual([]);
  } finally {
    portal.context.providers = found;
  }
});

describe("disconnecting", () => {
  test("removes the login type, e-mails the owner, and is recorded", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const person = aPerson();
    await connectAt(portal.identities, browser, { provider: "FEIDE", person });
    const [identity] = (await own(browser)).identities;
    expect(await disconnect(browser, identity?.id ?? "")).toMatchObject({ status: 204, text: "" });
    expect((await own(browser)).identities).toEqual([]);
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider: "FEIDE", person }))).toContain(
      "errors.identityUnknown",
    );
    const types = await portal.context.database
      .selectFrom("account_login_types")
      .select("login_type")
      .where("account_id", "=", account.id)
      .execute();
    expect(types).toEqual([{ login_type: "PASSWORD" }]);
    expect(await lettersTo(account.email)).toContain("A way to log in to your Storyport account was removed");
    const events = await portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", account.id).execute();
    expect(events.map(({ event }) => event)).toContain("identity_disconnected");
  });

  test("ends sessions and tokens that the provider began elsewhere; this browser and other login types stay", async () => {
    const { account, game, browser } = await aLoggedInTeacher({ game: { loginTypes: ["PASSWORD", "GOOGLE"] } });
    const person = aPerson();
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person });
    const elsewhere = portal.browser();
    await logInAt(portal.identities, elsewhere, { provider: "GOOGLE", person });
    await tokensFor(portal, elsewhere, { game });
    await tokensFor(portal, browser, { game });
    const byPassword = await logIn(portal.browser(), account);
    const [identity] = (await own(browser)).identities;
    await disconnect(browser, identity?.id ?? "");
    expect((await elsewhere.call(validateAuth)).status).toBe(401);
    for (const other of [browser, byPassword]) expect((await other.call(validateAuth)).status).toBe(200);
    const families = await portal.context.database
      .selectFrom("token_families")
      .select(["login_type", "revoked_because"])
      .where("account_id", "=", account.id)
      .orderBy("login_type")
      .execute();
    expect(families).toEqual([
      { login_type: "GOOGLE", revoked_because: "ACCOUNT" },
      { login_type: "PASSWORD", revoked_because: null },
    ]);
  });

  test("from a session that the provider began keeps that session", async () => {
    const { person } = await aConnectedTeacher(portal, { provider: "APPLE" });
    const browser = portal.browser();
    await logInAt(portal.identities, browser, { provider: "APPLE", person });
    const [identity] = (await own(browser)).identities;
    expect((await disconnect(browser, identity?.id ?? "")).status).toBe(204);
    expect((await browser.call(validateAuth)).status).toBe(200);
  });

  test("refuses the last working login type: errors.lastLoginMethod", async () => {
    const account = await anAccount(portal, { password: null, loginTypes: ["GOOGLE", "APPLE"], platformRoles: ["admin"] });
    const [google, apple] = [aPerson(), aPerson()];
    await connect(portal, { account, provider: "GOOGLE", person: google });
    await connect(portal, { account, provider: "APPLE", person: apple });
    const browser = await aSession(portal, account, { loginType: "GOOGLE" });
    const [first, second] = (await own(browser)).identities;
    expect(await own(browser)).toMatchObject({ hasPassword: false });
    const answers = await Promise.all([disconnect(browser, first?.id ?? ""), disconnect(browser, second?.id ?? "")]);
    expect(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      "of both at once, one",
    ).toEqual([204, 409]);
    const [last] = (await own(browser)).identities;
    expect(await disconnect(browser, last?.id ?? "")).toMatchObject({ status: 409, body: { code: "errors.lastLoginMethod" } });
  });

  test.each([
    { password: "that the account may not log in with", loginTypes: ["GOOGLE"] as const, passwordExpired: false },
    { password: "that has expired", loginTypes: ["GOOGLE", "PASSWORD"] as const, passwordExpired: true },
  ])("a password $password does not count as another login type", async ({ loginTypes, passwordExpired }) => {
    const account = await anAccount(portal, { loginTypes: [...loginTypes], passwordExpired, platformRoles: ["admin"] });
    await connect(portal, { account, provider: "GOOGLE", person: aPerson() });
    const browser = await aSession(portal, account, { loginType: "GOOGLE" });
    const [identity] = (await own(browser)).identities;
    expect((await disconnect(browser, identity?.id ?? "")).status).toBe(409);
  });

  test("one of two identities at a provider keeps the other and the login type", async () => {
    const { account, browser } = await aLoggedInTeacher();
    const [first, second] = [aPerson(), aPerson()];
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person: first });
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person: second });
    const [identity] = (await own(browser)).identities;
    await disconnect(browser, identity?.id ?? "");
    expect(await identityCount(account.id)).toBe(1);
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person: second }))).toBe("/post-login");
  });

  test("another account's identity or a missing one: errors.notFound", async () => {
    const other = await aConnectedTeacher(portal, { provider: "GOOGLE" });
    const { id } = await portal.context.database
      .selectFrom("account_identities")
      .select("id")
      .where("account_id", "=", other.account.id)
      .executeTakeFirstOrThrow();
    const { browser } = await aLoggedInTeacher();
    for (const identityId of [id, "00000000-0000-4000-8000-000000000000"]) {
      expect(await disconnect(browser, identityId)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    expect(await identityCount(other.account.id)).toBe(1);
  });
});

test("an account without an address connects too, and gets no e-mail", async () => {
  const account = await anAccount(portal, { email: null, loginTypes: ["PASSWORD"], platformRoles: ["admin"] });
  const browser = await aSession(portal, account, { loginType: "PASSWORD" });
  expect(locationOf(await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() }))).toBe(
    "/users/me?connected=GOOGLE",
  );
  const letters = portal.context.database.selectFrom("outbox").select("letter").where("account_id", "=", account.id);
  expect(await letters.execute()).toEqual([]);
});
