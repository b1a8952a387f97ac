/** Editing accounts: protection against abuse within a school and at an open session (docs/decisions/0021). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LoginType, Provider } from "@storyport/contract/vocabulary";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aPassword, aSession, logIn } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

const edit = (userId: string, body: Record<string, unknown>, browser = desk) => editAsItIs(portal, { desk: browser, userId, body });

const anAddress = () => `moved-${randomUUID().slice(0, 8)}@school.example`;
const code = (answer: Answer) => (answer.body as { code?: string }).code;

describe("a manager of one organization", () => {
  test("records nothing in the history of an organization out of reach: errors.notFound", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const foreign = await anOrganization(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    for (const organizationId of [foreign.id, randomUUID()]) {
      expect(code(await edit(account.id, { organizationId, locale: "nb" }, school))).toBe("errors.notFound");
    }
    expect(await eventsAbout(portal, account.id)).toEqual([]);
  });

  test("has every change recorded in the history of their organization, named or not", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    expect((await edit(account.id, { locale: "nb" }, school)).status).toBe(200);
    expect(await eventsAbout(portal, account.id)).toMatchObject([{ event: "account_edited", organization_id: organization.id }]);
  });

  test("cannot edit an account that concurrently joined another organization: errors.notAllowed", async () => {
    const { office: school, organization } = await aManagedSchool(portal);
    const other = await anOrganization(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) =>
        transaction.insertInto("organization_members").values({ account_id: account.id, organization_id: other.id }).execute(),
      call: () => edit(account.id, { email: anAddress() }, school),
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test("names at most two thousand addresses a day, taken ones included: errors.tooManyAttempts", async () => {
    const { office: school, manager, organization } = await aManagedSchool(portal);
    const [account, taken] = [await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] }), await anAccount(portal)];
    expect(code(await edit(account.id, { email: taken.email }, school))).toBe("errors.emailTaken");
    const key = throttleKey("invitations", manager.id);
    await portal.context.database.updateTable("throttles").set({ failures: 1999 }).where("key", "=", key).execute();
    expect(code(await edit(account.id, { email: taken.email }, school))).toBe("errors.emailTaken");
    expect(await edit(account.id, { email: anAddress() }, school)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect((await edit(account.id, { locale: "nb" }, school)).status).toBe(200);
  });
});

describe("the caller's own account", () => {
  test("cannot be taken over at an open session: errors.loginTooOld", async () => {
    const { office: school, manager } = await aManagedSchool(portal);
    await portal.context.database
      .updateTable("sessions")
      .set({ created_at: sql<Date>`now() - interval '16 minutes'` })
      .where("account_id", "=", manager.id)
      .execute();
    for (const change of [{ email: anAddress() }, { loginTypes: ["GOOGLE"] }]) {
      expect(await edit(manager.id, change, school)).toMatchObject({ status: 403, body: { code: "errors.loginTooOld" } });
    }
    expect((await edit(manager.id, { locale: "nb" }, school)).status).toBe(200);
  });
});

describe("the caller's own login types", () => {
  const own = { issuer: "https://issuer.example", last_used_at: new Date() };
  async function oneself(loginTypes: LoginType[], connected: Provider[] = [], password: string | null = aPassword) {
    const account = await anAdministrator(portal, { loginTypes, password });
    for (const provider of connected) {
      const identity = { account_id: account.id, provider, subject: account.id, ...own };
      await portal.context.database.insertInto("account_identities").values(identity).execute();
    }
    return { account, browser: await aSession(portal, account, { loginType: "PASSWORD" }) };
  }

  const lockedOut: [string, LoginType[], Provider[], Record<string, unknown>][] = [
    ["Google alone, which is not connected", ["PASSWORD"], [], { loginTypes: ["GOOGLE"] }],
    ["an assigned provider that is not connected", ["PASSWORD", "GOOGLE"], [], { loginTypes: ["GOOGLE"] }],
    ["the password without the provider that is connected", ["GOOGLE", "FEIDE"], ["FEIDE"], { loginTypes: ["GOOGLE"] }],
    ["a password that is not set yet", ["GOOGLE"], ["GOOGLE"], { loginTypes: ["PASSWORD"] }],
    [
      "a password that another address ends",
      ["PASSWORD", "GOOGLE"],
      ["GOOGLE"],
      { loginTypes: ["PASSWORD"], email: "elsewhere@school.example" },
    ],
    ["a password that expires with it", ["PASSWORD", "GOOGLE"], ["GOOGLE"], { loginTypes: ["PASSWORD"], resetPassword: true }],
  ];
  test.each(lockedOut)("must keep a working one; not enough is %s: errors.noWayToLogIn", async (_, loginTypes, connected, change) => {
    const hasPassword = loginTypes.includes("PASSWORD");
    const { account, browser } = await oneself(loginTypes, connected, hasPassword ? aPassword : null);
    const refused = await edit(account.id, change, browser);
    expect(refused).toMatchObject({ status: 409, body: { code: "errors.noWayToLogIn", errors: [{ field: "loginTypes" }] } });
    expect((await edit(account.id, { locale: "nb" }, browser)).body).toMatchObject({ loginTypes: loginTypes.toSorted() });
  });

  test("must keep a working one; an expired password is not enough: errors.noWayToLogIn", async () => {
    const { account, browser } = await oneself(["PASSWORD", "GOOGLE"], ["GOOGLE"]);
    await portal.context.database.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute();
    const refused = await edit(account.id, { loginTypes: ["PASSWORD"] }, browser);
    expect(refused).toMatchObject({ status: 409, body: { code: "errors.noWayToLogIn" } });
    expect((await edit(account.id, { loginTypes: ["GOOGLE"] }, browser)).status).toBe(200);
  });

  test("may be reduced to a working password", async () => {
    const { account, browser } = await oneself(["PASSWORD", "GOOGLE"]);
    expect(await edit(account.id, { loginTypes: ["PASSWORD"] }, browser)).toMatchObject({
      status: 200,
      body: { loginTypes: ["PASSWORD"] },
    });
  });

  test("may be reduced to a working password while another address is only proposed", async () => {
    const { manager, office: school } = await aManagedSchool(portal);
    await portal.context.database.insertInto("account_login_types").values({ account_id: manager.id, login_type: "GOOGLE" }).execute();
    const email = anAddress();
    const edited = await edit(manager.id, { loginTypes: ["PASSWORD"], email }, school);
    expect(edited).toMatchObject({
      status: 200,
      body: { email: manager.email, loginTypes: ["PASSWORD"], hasPassword: true, emailProposal: { email } },
    });
    await logIn(portal.browser(), manager);
  });

  test("can change while a working one stays, and another account's can all be removed", async () => {
    const { account, browser } = await oneself(["PASSWORD", "FEIDE"], ["FEIDE"]);
    expect((await edit(account.id, { loginTypes: ["PASSWORD", "FEIDE", "GOOGLE"] }, browser)).status).toBe(200);
    expect((await edit(account.id, { loginTypes: ["FEIDE"] }, browser)).body).toMatchObject({ loginTypes: ["FEIDE"], hasPassword: false });
    const other = await anAdministrator(portal);
    expect((await edit(other.id, { loginTypes: ["GOOGLE"] })).status).toBe(200);
  });

  test("cannot all be removed by two concurrent edits", async () => {
    const { account, browser } = await oneself(["PASSWORD", "FEIDE"], ["FEIDE"]);
    const answers = await Promise.all([
      edit(account.id, { loginTypes: ["FEIDE"] }, browser),
      edit(account.id, { loginTypes: ["PASSWORD"] }, browser),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("an address that accounts get and lose repeatedly", () => {
  test("gets at most three letters a day about it, through any number of accounts", async () => {
    const email = anAddress();
    for (let round = 0; round < 5; round++) {
      const account = await anAccount(portal, { email });
      expect((await edit(account.id, { email: anAddress() })).status).toBe(200);
    }
    expect(await lettersTo(email, "emailChanged")).toBe(3);
  });

  test("gets at most three activation letters an hour, through any number of accounts", async () => {
    const email = anAddress();
    for (let round = 0; round < 5; round++) {
      const { id } = await anAccount(portal);
      expect((await edit(id, { email })).status).toBe(200);
      expect((await edit(id, { email: anAddress() })).status).toBe(200);
    }
    expect(await lettersTo(email, "activation")).toBe(3);
  });
});

async function lettersTo(recipient: string, letter: string): Promise<number> {
  const { database } = portal.context;
  const rows = await database.selectFrom("outbox").select("id").where("recipient", "=", recipient).where("letter", "=", letter).execute();
  return rows.length;
}
