/** The school decides who is staff and who is a student; users cannot choose. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { finishLogins } from "@storyport/contract/federated-login";
import { validateAuth } from "@storyport/contract/login";
import { aConnectedTeacher, aPerson, begin, buildFederatedPortal, connectAt, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { aUserGroup } from "#test/user-groups.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

const provider = "FEIDE";
const mismatch = "/login?error=errors.affiliationMismatch&loginType=FEIDE";
const aPersonAt = (...eduPersonAffiliation: unknown[]) => aPerson({ userinfo: { eduPersonAffiliation } });
const affiliationOf = async (id: string) =>
  (await portal.context.database.selectFrom("account_identities").select("affiliation").where("account_id", "=", id).executeTakeFirst())
    ?.affiliation;

describe("a teacher's account", () => {
  test.each([["employee"], ["faculty"], ["staff"], ["Employee"], ["member", "student", "employee"]])("is open to %s", async (...words) => {
    const { account, person } = await aConnectedTeacher(portal, { provider, person: aPersonAt(...words) });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
    expect(await affiliationOf(account.id)).toBe("STAFF");
  });

  test.each([["student"], ["pupil", "member"], ["member"], ["affiliate"], [], [7, null]])(
    "is closed to %j: errors.affiliationMismatch",
    async (...words) => {
      const { person } = await aConnectedTeacher(portal, { provider, person: aPersonAt(...words) });
      const browser = portal.browser();
      expect(locationOf(await logInAt(portal.identities, browser, { provider, person }))).toBe(mismatch);
      expect(browser.cookies.has("session")).toBe(false);
    },
  );

  test("is closed to a student whose former affiliation was staff", async () => {
    const person = aPersonAt("employee");
    await aConnectedTeacher(portal, { provider, person });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
    person.userinfo = { eduPersonAffiliation: ["student"] };
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(mismatch);
  });
});

describe("a student's account", () => {
  test.each([["student"], ["pupil"], ["member", "student"]])("is open to %s", async (...words) => {
    const { account, person } = await aConnectedTeacher(portal, { provider, roles: ["student"], person: aPersonAt(...words) });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
    expect(await affiliationOf(account.id)).toBe("STUDENT");
  });

  test.each([["employee"], ["employee", "student"], []])("is closed to %j", async (...words) => {
    const { person } = await aConnectedTeacher(portal, { provider, roles: ["student"], person: aPersonAt(...words) });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe(mismatch);
  });
});

test("a single value may come without a list, as some directories send it", async () => {
  const person = aPerson({ userinfo: { eduPersonAffiliation: "employee", eduPersonEntitlement: "urn:one" } });
  await aConnectedTeacher(portal, { provider, person });
  expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
});

test("each login stores the entitlements as the account's Feide services", async () => {
  const person = aPerson({ userinfo: { eduPersonAffiliation: ["employee"], eduPersonEntitlement: ["fc:reading", "fc:writing"] } });
  await aConnectedTeacher(portal, { provider, person });
  const browser = portal.browser();
  await logInAt(portal.identities, browser, { provider, person });
  expect((await browser.call(validateAuth)).body).toMatchObject({ feideServices: ["fc:reading", "fc:writing"] });
  person.userinfo = { eduPersonAffiliation: ["employee"] };
  await logInAt(portal.identities, browser, { provider, person });
  expect((await browser.call(validateAuth)).body).toMatchObject({ feideServices: [] });
});

test("at most fifty entitlements are kept, without those that are too long or no text", async () => {
  const many = ["x".repeat(257), 7, null, "a\u0000b", ...Array.from({ length: 500 }, (_, index) => `urn:${index}`)];
  const person = aPerson({ userinfo: { eduPersonAffiliation: ["employee"], eduPersonEntitlement: many } });
  await aConnectedTeacher(portal, { provider, person });
  const browser = portal.browser();
  await logInAt(portal.identities, browser, { provider, person });
  const { feideServices } = validateAuth.response.parse((await browser.call(validateAuth)).body);
  expect(feideServices).toEqual(Array.from({ length: 50 }, (_, index) => `urn:${index}`));
});

test.each([
  ["is broken", 500, "{}"],
  ["does not know the token", 401, "{}"],
  ["returns no JSON", 200, "<html>"],
  ["returns a list", 200, "[]"],
  ["returns an object instead of a list", 200, '{"eduPersonAffiliation":{"a":1}}'],
  ["redirects elsewhere", 302, ""],
])("if the school's endpoint %s, the login is refused: errors.providerAway", async (_, status, text) => {
  const { person } = await aConnectedTeacher(portal, { provider });
  const browser = portal.browser();
  const url = await begin(browser, provider);
  const headers = { "content-type": "application/json", location: "/feide/elsewhere" };
  portal.identities.bends = {
    before: (path, response) => path.includes("userinfo") && Boolean(response.writeHead(status, headers).end(text)),
  };
  const answer = await browser.call(finishLogins.FEIDE, { query: portal.identities.consent(url, person) });
  expect(locationOf(answer)).toBe("/login?error=errors.providerAway&loginType=FEIDE");
  expect(browser.cookies.has("session")).toBe(false);
  expect(portal.identities.requests).not.toContain("/feide/elsewhere");
});

test("an answer about another person is refused", async () => {
  const person = aPerson({ userinfo: { sub: "another", eduPersonAffiliation: ["employee"] } });
  await aConnectedTeacher(portal, { provider, person });
  expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toContain("errors.providerAnswerInvalid");
});

test("a student's Feide identity cannot be connected to a teacher's account", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const answer = await connectAt(portal.identities, browser, { provider, person: aPersonAt("student") });
  expect(locationOf(answer)).toBe("/users/me?error=errors.affiliationMismatch");
  expect(await affiliationOf(account.id)).toBeUndefined();
});

test("roles of user groups count when an identity is connected and when it logs in", async () => {
  const { account, organization } = await aTeacher(portal, { roles: ["student"] });
  await aUserGroup(portal, { organization, roles: ["teacher"], members: [{ account }] });
  const person = aPersonAt("employee");
  const answer = await connectAt(portal.identities, await logIn(portal.browser(), account), { provider, person });
  expect(locationOf(answer)).toBe("/users/me?connected=FEIDE");
  expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }))).toBe("/post-login");
});

test("Google and Apple are not asked for a school affiliation", async () => {
  for (const other of ["GOOGLE", "APPLE"] as const) {
    const { person } = await aConnectedTeacher(portal, { provider: other });
    expect(locationOf(await logInAt(portal.identities, portal.browser(), { provider: other, person }))).toBe("/post-login");
  }
  expect(portal.identities.requests.filter((path) => /(google|apple).*userinfo/.test(path))).toEqual([]);
});
