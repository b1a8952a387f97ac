/** A forged answer of a provider never logs in (OpenID Connect Core 3.1.3.7; RFC 9207; RFC 9700). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { providers } from "@storyport/contract/vocabulary";
import { aConnectedTeacher, begin, buildFederatedPortal, callbacks, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import type { Bends } from "#test/identity-provider.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

const now = () => Math.floor(Date.now() / 1000);

const forged: [string, () => Bends][] = [
  ["another issuer", () => ({ claims: { iss: "https://evil.example" } })],
  ["another audience", () => ({ claims: { aud: "another-client" } })],
  ["two audiences without azp", () => ({ claims: { aud: ["storyport", "another-client"] } })],
  ["two audiences, and azp another's", () => ({ claims: { aud: ["storyport", "another-client"], azp: "another-client" } })],
  ["one audience, and azp another's", () => ({ claims: { azp: "another-client" } })],
  ["one audience in a list, and azp another's", () => ({ claims: { aud: ["storyport"], azp: "another-client" } })],
  ["azp that is no text", () => ({ claims: { azp: 1 } })],
  ["another nonce", () => ({ claims: { nonce: "n".repeat(43) } })],
  ["no nonce", () => ({ claims: { nonce: undefined } })],
  ["no subject", () => ({ claims: { sub: undefined } })],
  ["an empty subject", () => ({ claims: { sub: "" } })],
  ["a subject that is no text", () => ({ claims: { sub: { toString: "x" } } })],
  ["a subject with U+0000 in it", () => ({ claims: { sub: "a\u0000b" } })],
  ["a subject of 256 characters", () => ({ claims: { sub: "s".repeat(256) } })],
  ["expired", () => ({ claims: { exp: now() - 60 } })],
  ["no expiry", () => ({ claims: { exp: undefined } })],
  ["issued in ten minutes", () => ({ claims: { iat: now() + 600 } })],
  ["not valid yet", () => ({ claims: { nbf: now() + 600 } })],
  ["never issued", () => ({ claims: { iat: undefined } })],
  ["a key that is not the provider's, under its name", () => ({ signing: "other key" })],
  ["alg none", () => ({ signing: "none" })],
  ["HS256 with the public key as its secret", () => ({ signing: "HS256 with the public key" })],
  ["HS256 with the client secret", () => ({ signing: "HS256 with the client secret" })],
  ["an unpublished key", () => ({ header: { kid: "2" } })],
  ["a header that brings its own key", () => ({ signing: "other key", header: { jku: "https://evil.example/jwks", kid: "1" } })],
  ["a critical extension", () => ({ header: { crit: ["x"], x: 1 } })],
  ["no ID token", () => ({ withoutIdToken: true })],
];

describe.each(providers)("of %s", (provider) => {
  test.each(forged)("%s is refused, and the login is used up: errors.providerAnswerInvalid", async (_, bends) => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const browser = portal.browser();
    const url = await begin(browser, provider);
    const cookies = new Map(browser.cookies);
    portal.identities.bends = bends();
    const answer = await browser.call(callbacks[provider], { query: portal.identities.consent(url, person) });
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: `/login?error=errors.providerAnswerInvalid&loginType=${provider}` },
      text: "",
    });
    expect(browser.cookies.has("session")).toBe(false);
    portal.identities.behave();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const again = await browser.call(callbacks[provider], { query: portal.identities.consent(url, person) });
    expect(locationOf(again)).toBe(`/login?error=errors.providerLoginStale&loginType=${provider}`);
  });

  test("a made up code is refused", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const answer = await logInAt(portal.identities, portal.browser(), { provider, person, change: { code: "made-up" } });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
  });

  test("a code of a login in another browser is refused, because its challenge differs", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const { code = "" } = portal.identities.consent(await begin(portal.browser(), provider), person);
    const answer = await logInAt(portal.identities, portal.browser(), { provider, person, change: { code } });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
  });

  test("no code at all is refused", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const answer = await logInAt(portal.identities, portal.browser(), { provider, person, change: { code: undefined } });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
  });

  test("another issuer in the callback address is refused (RFC 9207)", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    const answer = await logInAt(portal.identities, portal.browser(), { provider, person, change: { iss: "https://evil.example" } });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
  });
});

test.each([{ azp: "storyport" }, { aud: ["storyport", "another-client"], azp: "storyport" }])("claims of %j log in", async (claims) => {
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  portal.identities.bends = { claims };
  expect((await logInAt(portal.identities, browser, { provider: "GOOGLE", person })).status).toBe(303);
  expect(browser.cookies.has("session")).toBe(true);
});

test("a promised but missing issuer is refused (RFC 9207)", async () => {
  // Of the test providers Google alone promises it in its metadata.
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const answer = await logInAt(portal.identities, portal.browser(), { provider: "GOOGLE", person, change: { iss: undefined } });
  expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
});

test("an answer with parts that are too long, doubled or no text leads to the login page", async () => {
  for (const query of [
    `state=${"s".repeat(600)}`,
    "state=a&state=b",
    "state=%00",
    "code[]=x",
    `code=${"c".repeat(5000)}`,
    "state=%ED%A0%80",
  ]) {
    const answer = await portal.browser().send({ method: "GET", url: `/api/auth/google/callback?${query}` });
    expect({ query, status: answer.status, text: answer.text }).toEqual({ query, status: 303, text: "" });
    expect(locationOf(answer)).toMatch(/^\/login\?error=errors\.\w+/);
  }
});

test("metadata of another issuer is refused", async () => {
  const other = await buildFederatedPortal();
  try {
    other.identities.bends = { metadata: { issuer: "https://evil.example" } };
    const answer = await other.browser().send({ method: "GET", url: "/api/auth/google/start" });
    expect(locationOf(answer)).toBe("/login?error=errors.providerAway&loginType=GOOGLE");
  } finally {
    await other.close();
  }
});

test("a provider without an allowed algorithm is refused", async () => {
  const other = await buildFederatedPortal();
  try {
    other.identities.bends = { metadata: { id_token_signing_alg_values_supported: ["HS256", "none"] } };
    const { person } = await aConnectedTeacher(other, { provider: "GOOGLE" });
    const answer = await logInAt(other.identities, other.browser(), { provider: "GOOGLE", person });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
  } finally {
    await other.close();
  }
});
