/** The settings FEIDE_REALMS and GOOGLE_HOSTED_DOMAINS limit which organizations' users a provider may log in. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aConnectedTeacher, aPerson, buildFederatedPortal, connectAt, logInAt, locationOf } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aSession, aTeacher } from "#test/builders.ts";
import type { Person } from "#test/identity-provider.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal({ FEIDE_REALMS: "fjord.example, Lake.example", GOOGLE_HOSTED_DOMAINS: "school.example" });
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

function ofRealm(eduPersonPrincipalName: unknown): Person {
  return aPerson({ userinfo: { eduPersonAffiliation: ["employee"], eduPersonPrincipalName } });
}

async function logIn(provider: "FEIDE" | "GOOGLE" | "APPLE", person: Person): Promise<string> {
  await aConnectedTeacher(portal, { provider, person });
  return locationOf(await logInAt(portal.identities, portal.browser(), { provider, person }));
}

const unknown = (provider: string) => `/login?error=errors.identityUnknown&loginType=${provider}`;

describe("of Feide", () => {
  test.each(["kari@fjord.example", "kari@LAKE.example"])("%s is let in", async (name) => {
    expect(await logIn("FEIDE", ofRealm(name))).not.toContain("error");
  });

  test.each([
    "kari@evil.example",
    "kari@sub.fjord.example",
    "kari@fjord.example@evil.example",
    "kari@fjord.example.evil.example",
    "fjord.example",
    "@",
    undefined,
  ])("%s is refused, though connected: errors.identityUnknown", async (name) => {
    expect(await logIn("FEIDE", ofRealm(name))).toBe(unknown("FEIDE"));
  });
});

describe("of Google", () => {
  test("a user of a named domain is let in", async () => {
    portal.identities.bends = { claims: { hd: "School.example" } };
    expect(await logIn("GOOGLE", aPerson())).not.toContain("error");
  });

  test.each(["evil.example", "sub.school.example", "", undefined, ["school.example"], true])(
    "hd %j is refused: errors.identityUnknown",
    async (hd) => {
      // The address proves nothing, because the owner of a private account chooses it.
      portal.identities.bends = { claims: { hd, email: "kari@school.example" } };
      expect(await logIn("GOOGLE", aPerson())).toBe(unknown("GOOGLE"));
    },
  );

  test("a user of another domain is not connected either, and the history records no failed login", async () => {
    portal.identities.bends = { claims: { hd: "evil.example" } };
    const { account } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const answer = await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
    expect(locationOf(answer)).toContain("errors.identityUnknown");
    const { database } = portal.context;
    expect(await database.selectFrom("account_identities").select("subject").where("account_id", "=", account.id).execute()).toEqual([]);
    const failed = database.selectFrom("audit_events").select("details").where("event", "=", "login_failed").orderBy("id", "desc");
    const before = await failed.execute();
    await connectAt(portal.identities, browser, { provider: "GOOGLE", person: aPerson() });
    expect(await failed.execute()).toEqual(before);
    await logIn("GOOGLE", aPerson());
    const recorded = { details: { loginType: "GOOGLE", reason: "errors.identityUnknown" } };
    expect(await failed.execute()).toEqual([recorded, ...before]);
  });
});

test("a provider that sends no domain is unaffected", async () => {
  expect(await logIn("APPLE", aPerson())).not.toContain("error");
});
