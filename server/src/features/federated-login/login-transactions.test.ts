/** A login is finished once, in time, in its own browser, at its own provider (RFC 9700, section 2.1). */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { finishLogins, startLogins } from "@storyport/contract/federated-login";
import { providerFacts, providers } from "@storyport/contract/providers";
import { throttleKey } from "#/platform/throttle.ts";
import { publicUrl } from "#test/build-app.ts";
import { aConnectedTeacher, aPerson, begin, buildFederatedPortal, callbacks, locationOf, logInAt, starts } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

describe.each(providers)("at %s", (provider) => {
  const stale = `/login?error=errors.providerLoginStale&loginType=${provider}`;

  test("the start asks for a code with PKCE, nonce and state, for this provider's callback", async () => {
    const answer = await portal.browser().call(starts[provider]);
    expect(answer.status).toBe(302);
    const login = new URL(locationOf(answer));
    expect(`${login.origin}${login.pathname}`).toBe(`${portal.identities.issuerOf(provider)}/authorize`);
    expect(Object.fromEntries(login.searchParams)).toMatchObject({
      client_id: "storyport",
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: expect.stringMatching(/^openid /),
      redirect_uri: `${publicUrl}/api/auth/${providerFacts[provider].path}/callback`,
      ...(provider === "GOOGLE" ? { prompt: "select_account" } : {}),
      ...(provider === "APPLE" ? { response_mode: "form_post", scope: "openid email" } : {}),
    });
  });

  test("a foreign Host header does not change the callback address", async () => {
    for (const headers of [{ host: "evil.example" }, { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }]) {
      const answer = await portal.browser().call(starts[provider], { headers });
      const login = new URL(locationOf(answer));
      expect(login.searchParams.get("redirect_uri")).toBe(`${publicUrl}/api/auth/${providerFacts[provider].path}/callback`);
    }
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    const answer = await browser.call(callbacks[provider], { query, headers: { host: "evil.example" } });
    expect(locationOf(answer)).toBe("/post-login");
  });

  test("one of fifty concurrent answers with one state logs in: errors.providerLoginStale for the others", async () => {
    const { account, person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => portal.browser().call(callbacks[provider], { query, headers: { cookie } })),
    );
    const where = answers.map(locationOf);
    expect(where.filter((to) => to === "/post-login")).toHaveLength(1);
    expect(where.filter((to) => to === stale)).toHaveLength(49);
    const rows = await portal.context.database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute();
    expect(rows).toHaveLength(1);
  });

  test("a repeated answer is stale", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    const cookies = new Map(browser.cookies);
    await browser.call(callbacks[provider], { query });
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(locationOf(await browser.call(callbacks[provider], { query }))).toBe(stale);
    expect((await browser.call(validateAuth)).status, "the login before stays").toBe(200);
  });

  test("another browser cannot finish it, and does not use it up", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    const other = portal.browser();
    expect(locationOf(await other.call(callbacks[provider], { query }))).toBe(stale);
    await begin(other, provider);
    const [planted = ""] = [...browser.cookies.keys()];
    other.cookies.set(planted, "x".repeat(43));
    expect(locationOf(await other.call(callbacks[provider], { query }))).toBe(stale);
    expect(other.cookies.has("session")).toBe(false);
    expect(locationOf(await browser.call(callbacks[provider], { query }))).toBe("/post-login");
  });

  test("a login expires after ten minutes", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    await portal.clock.travel(601);
    expect(locationOf(await browser.call(callbacks[provider], { query }))).toBe(stale);
  });

  test("another provider's answer is refused", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const query = portal.identities.consent(await begin(browser, provider), person);
    for (const other of providers.filter((name) => name !== provider)) {
      const cookies = new Map(browser.cookies);
      const answer = await browser.call(callbacks[other], { query });
      expect(locationOf(answer)).toBe(`/login?error=errors.providerLoginStale&loginType=${other}`);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
    }
    expect(browser.cookies.has("session")).toBe(false);
  });

  test("a missing or made-up state finishes nothing", async () => {
    for (const query of [{}, { code: "c" }, { state: "s".repeat(43), code: "c" }, { error: "access_denied" }]) {
      expect(locationOf(await portal.browser().call(callbacks[provider], { query }))).toBe(stale);
    }
  });

  test("several tabs at a time do not disturb each other", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const urls = [await begin(browser, provider), await begin(browser, provider), await begin(browser, provider)];
    for (const url of urls.toReversed()) {
      const answer = await browser.call(callbacks[provider], { query: portal.identities.consent(url, person) });
      expect(locationOf(answer)).toBe("/post-login");
    }
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("begun-"))).toEqual([]);
  });

  test("repeated starts are slowed down: errors.tooManyAttempts", async () => {
    await begin(portal.browser(), provider);
    const key = throttleKey("provider-start", "127.0.0.1");
    const { database } = portal.context;
    const blocked_until = sql<Date>`now() + interval '1 minute'`;
    await database.updateTable("throttles").set({ failures: 5000, blocked_until }).where("key", "=", key).execute();
    const before = await database.selectFrom("login_transactions").select("digest").execute();
    const answer = await portal.browser().call(starts[provider]);
    expect(locationOf(answer)).toBe(`/login?error=errors.tooManyAttempts&loginType=${provider}`);
    expect(await database.selectFrom("login_transactions").select("digest").execute()).toHaveLength(before.length);
    await database.deleteFrom("throttles").execute();
  });
});

test("a valid answer does not count against the address, even of a person who is unknown here", async () => {
  await portal.context.database.deleteFrom("throttles").execute();
  for (let count = 0; count < 5; count++) await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person: aPerson() });
  const rows = await portal.context.database.selectFrom("throttles").select("failures").execute();
  expect(rows.map(({ failures }) => failures)).toEqual([0]);
});

test("a forged answer counts against the address, because each costs a request to the provider", async () => {
  await portal.context.database.deleteFrom("throttles").execute();
  for (let count = 0; count < 3; count++) {
    const browser = portal.browser();
    const state = new URL(await begin(browser, "GOOGLE")).searchParams.get("state");
    const answer = await browser.call(finishLogins.GOOGLE, {
      query: { state, code: "made-up", iss: portal.identities.issuerOf("GOOGLE") },
    });
    expect(locationOf(answer)).toBe("/login?error=errors.providerAnswerInvalid&loginType=GOOGLE");
  }
  const rows = await portal.context.database.selectFrom("throttles").select("failures").execute();
  expect(rows.map(({ failures }) => failures)).toEqual([3]);
});

test("endless starts do not lock out a school behind the same address: waits last a second, counts a minute", async () => {
  const { database } = portal.context;
  await database.deleteFrom("throttles").execute();
  await begin(portal.browser(), "GOOGLE");
  // Far beyond the free attempts of `startPolicy`, and below its stop.
  await database.updateTable("throttles").set({ failures: 2999 }).execute();
  await begin(portal.browser(), "GOOGLE");
  const left = (until: "blocked_until" | "window_ends_at") => sql<number>`extract(epoch from ${sql.ref(until)} - now())::float8`.as(until);
  const row = await database
    .selectFrom("throttles")
    .select([left("blocked_until"), left("window_ends_at")])
    .executeTakeFirstOrThrow();
  expect(row.blocked_until).toBeLessThanOrEqual(1);
  expect(row.window_ends_at).toBeLessThanOrEqual(60);
  await database.deleteFrom("throttles").execute();
});

test("planted cookies, even with invalid names, prevent no login", async () => {
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  for (const name of ["a b", "é", "(x)"]) for (let count = 0; count < 9; count++) browser.cookies.set(`begun-${name}${count}`, "1");
  expect(locationOf(await logInAt(portal.identities, browser, { provider: "GOOGLE", person }))).toBe("/post-login");
});

test("a browser keeps the secrets of eight logins at most, and the next login succeeds", async () => {
  const browser = portal.browser();
  for (let count = 0; count < 12; count++) await begin(browser, "GOOGLE");
  expect(browser.cookies.size).toBe(8);
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  expect(locationOf(await logInAt(portal.identities, browser, { provider: "GOOGLE", person }))).toBe("/post-login");
});

test("the secret is in this browser's cookie alone; the table has digests", async () => {
  const answer = await portal.browser().call(startLogins.GOOGLE);
  const line = String(answer.headers["set-cookie"]);
  expect(line).toMatch(/^begun-[\da-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const state = new URL(locationOf(answer)).searchParams.get("state") ?? "-";
  const secret = /=([\w-]{43});/.exec(line)?.[1] ?? "-";
  const rows = JSON.stringify(await portal.context.database.selectFrom("login_transactions").selectAll().execute());
  for (const plain of [state, secret]) {
    expect(rows).not.toContain(plain);
    expect(rows).not.toContain(Buffer.from(plain).toString("hex"));
  }
});

test("on https its cookie is Secure and carries __Host-", async () => {
  const secure = await buildFederatedPortal({ PUBLIC_URL: "https://portal.school.example" });
  try {
    const answer = await secure.browser().call(startLogins.GOOGLE);
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^__Host-begun-[\da-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { searchParams } = new URL(locationOf(answer));
    expect(searchParams.get("redirect_uri")).toBe("https://portal.school.example/api/auth/google/callback");
  } finally {
    await secure.close();
  }
});
