/** If a provider is unreachable, slow or broken, a page says so and nothing hangs. */
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectIdentity, finishLogins, startLogins } from "@storyport/contract/federated-login";
import { providers } from "@storyport/contract/vocabulary";
import { aTeacher, logIn } from "#test/builders.ts";
import { aConnectedTeacher, begin, buildFederatedPortal, callbacks, locationOf, logInAt, starts } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeEach(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.close());

describe.each(providers)("%s", (provider) => {
  const away = `/login?error=errors.providerAway&loginType=${provider}`;

  test("that is unreachable: errors.providerAway, and the next login tries again", async () => {
    portal.identities.bends = { before: (_, response) => Boolean(response.destroy()) };
    expect(await portal.browser().call(starts[provider])).toMatchObject({ status: 303, headers: { location: away } });
    portal.identities.behave();
    expect((await portal.browser().call(starts[provider])).status).toBe(302);
  });

  test("that breaks in the middle of a login: errors.providerAway, and a new login works", async () => {
    const { person } = await aConnectedTeacher(portal, { provider });
    for (const broken of ["/token", "/jwks"]) {
      const browser = portal.browser();
      const url = await begin(browser, provider);
      portal.identities.bends = { before: (path, response) => path.endsWith(broken) && Boolean(response.writeHead(503).end()) };
      expect(locationOf(await browser.call(callbacks[provider], { query: portal.identities.consent(url, person) }))).toBe(away);
      portal.identities.behave();
    }
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
  });
});

test("a provider that accepts and never answers is given up, at the start and in the middle", async () => {
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  const query = portal.identities.consent(await begin(browser, "GOOGLE"), person);
  portal.identities.bends = {
    before: (path, response) => {
      // Half an answer must fail as well.
      if (path.endsWith("/token")) response.writeHead(200, { "content-type": "application/json" }).write('{"access_');
      return true;
    },
  };
  const [started, ...others] = await Promise.all([
    portal.browser().call(startLogins.FEIDE),
    ...Array.from({ length: 20 }, () => portal.browser().call(startLogins.FEIDE)),
    browser.call(finishLogins.GOOGLE, { query }),
  ]);
  for (const answer of [started, ...others]) expect(locationOf(answer)).toContain("errors.providerAway");
  expect(
    portal.identities.requests.filter((path) => path.startsWith("/feide/")),
    "asked once for all who wait",
  ).toHaveLength(1);
});

test.each(["/.well-known/openid-configuration", "/token", "/jwks"])("an answer without end of %s is given up", async (path) => {
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  let sent = 0;
  portal.identities.bends = {
    before: (asked, response) => {
      if (!asked.endsWith(path)) return false;
      response.writeHead(200, { "content-type": "application/json" });
      void pipeline(manySpaces, response).catch(() => undefined);
      return true;
    },
  };
  // Ends after 64 MiB, so that a portal without a limit fails this test alone.
  async function* manySpaces(): AsyncGenerator<Buffer> {
    for (; sent < 64 * 2 ** 20; sent += 65_536) yield await Promise.resolve(Buffer.alloc(65_536, " "));
    yield Buffer.from("{}");
  }
  const browser = portal.browser();
  const started = await begin(browser, "GOOGLE");
  const isStarted = !started.startsWith("/login");
  const query = isStarted ? portal.identities.consent(started, person) : {};
  expect(isStarted ? locationOf(await browser.call(callbacks.GOOGLE, { query })) : started).toContain("errors.provider");
  expect(sent).toBeGreaterThan(2 ** 20);
  expect(sent).toBeLessThan(16 * 2 ** 20);
});

test("a redirect of the token endpoint is not followed", async () => {
  const { person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  const query = portal.identities.consent(await begin(browser, "GOOGLE"), person);
  for (const status of [302, 307, 308]) {
    const next = portal.browser();
    const url = await begin(next, "GOOGLE");
    portal.identities.bends = {
      before: (path, response) => path.endsWith("/token") && Boolean(response.writeHead(status, { location: "/google/elsewhere" }).end()),
    };
    const answer = await next.call(finishLogins.GOOGLE, { query: portal.identities.consent(url, person) });
    expect(locationOf(answer)).toContain("errors.providerAnswerInvalid");
    portal.identities.behave();
  }
  expect(portal.identities.requests).not.toContain("/google/elsewhere");
  expect(locationOf(await browser.call(finishLogins.GOOGLE, { query }))).toBe("/post-login");
});

test.each(["<html>", "{", "[]", '"x"', "{}", '{"issuer":7}'])("metadata %s is refused", async (text) => {
  portal.identities.bends = { before: (_, response) => Boolean(response.writeHead(200, { "content-type": "application/json" }).end(text)) };
  expect(locationOf(await portal.browser().call(startLogins.GOOGLE))).toContain("errors.providerAway");
});

test("a provider's metadata is fetched once an hour", async () => {
  const discoveries = () => portal.identities.requests.filter((path) => path === "/google/.well-known/openid-configuration").length;
  for (let count = 0; count < 3; count++) await begin(portal.browser(), "GOOGLE");
  expect(discoveries()).toBe(1);
  await portal.clock.travel(3601);
  await begin(portal.browser(), "GOOGLE");
  expect(discoveries()).toBe(2);
});

test("connecting to an unreachable provider: errors.providerAway, as JSON for our own page", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  portal.identities.bends = { before: (_, response) => Boolean(response.destroy()) };
  const answer = await browser.call(connectIdentity, { body: { provider: "APPLE" } });
  expect(answer).toMatchObject({ status: 503, body: { code: "errors.providerAway" } });
});
