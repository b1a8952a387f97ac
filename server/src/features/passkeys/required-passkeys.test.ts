/** An organization requires passkeys of its staff (docs/decisions/0073). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { requirePasskeys } from "@storyport/contract/organizations";
import {
  addPasskey,
  completeLoginByPasskey,
  getHalfLogin,
  removePasskey,
  startPasskeyLogin,
  startPasskeyRegistration,
} from "@storyport/contract/passkeys";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { resetUserPasskeys } from "@storyport/contract/users";
import { setUpFactor } from "#test/authenticator.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aPassword, aSession, aTeacher, anAccount, anIdentity, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { createPasskey, listPasskeysOf, logInBy, setUpPasskey, signWith } from "#test/passkey-device.ts";
import type { TestPasskey } from "#test/passkey-device.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const refused = (status: number, code: string) => ({ status, body: { code } });
const demand = (desk: Browser, organizationId: string, isRequired = true) =>
  desk.call(requirePasskeys, { params: { organizationId }, body: { isRequired } });

/** A teacher of a school that requires passkeys. */
async function aDemandedTeacher() {
  const { account, organization } = await aTeacher(portal);
  const { desk } = await anAdminDesk(portal);
  const before = await logIn(portal.browser(), account);
  expect((await demand(desk, organization.id)).status).toBe(200);
  return { account, organization, desk, before };
}

async function logInByPassword({ email }: TestAccount) {
  const browser = portal.browser();
  const { status, body } = await browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  expect(status).toBe(200);
  return { browser, body };
}

async function aHalfLogin(account: TestAccount): Promise<Browser> {
  const { browser, body } = await logInByPassword(account);
  expect(body).toEqual({ secondFactor: "passkey" });
  return browser;
}

async function add(browser: Browser) {
  const { body } = await browser.call(startPasskeyRegistration, { body: {} });
  const { passkey, credential } = createPasskey(body);
  return { passkey, answer: await browser.call(addPasskey, { body: { name: "My laptop", credential } }) };
}

async function use(browser: Browser, passkey: TestPasskey) {
  const { body } = await browser.call(startPasskeyLogin, { body: {} });
  return browser.call(completeLoginByPasskey, { body: { credential: signWith(passkey, body) } });
}

describe("requirePasskeys", () => {
  test("is a manager's setting of the own organization, and the history has each change once", async () => {
    const { manager, office: desk, organization } = await aManagedSchool(portal);
    expect(await demand(desk, organization.id)).toMatchObject({ status: 200, body: { id: organization.id, requiresPasskeys: true } });
    expect((await demand(desk, organization.id)).status).toBe(200);
    expect(await demand(desk, organization.id, false)).toMatchObject({ status: 200, body: { requiresPasskeys: false } });
    const events = (await eventsAbout(portal, organization.id)).filter(({ event }) => event === "organization_edited");
    expect(events.map(({ actor_id, details }) => [actor_id, details])).toEqual([
      [manager.id, { requiresPasskeys: { before: "required", after: "optional" } }],
      [manager.id, { requiresPasskeys: { before: "optional", after: "required" } }],
    ]);
  });

  test("of another organization: errors.notFound; for a teacher: errors.notAllowed; after an old login: errors.loginTooOld", async () => {
    const { office: desk, organization } = await aManagedSchool(portal);
    const other = await aTeacher(portal);
    expect(await demand(desk, other.organization.id)).toMatchObject(refused(404, "errors.notFound"));
    const teacher = await logIn(portal.browser(), other.account);
    expect(await demand(teacher, other.organization.id)).toMatchObject(refused(403, "errors.notAllowed"));
    await portal.clock.travel(16 * 60);
    expect(await demand(desk, organization.id)).toMatchObject(refused(403, "errors.loginTooOld"));
  });
});

describe("a member without a passkey", () => {
  test("stays logged in for now; the next login by password can only add a passkey, and then is a full login", async () => {
    const { account, before } = await aDemandedTeacher();
    expect((await before.call(validateAuth)).status).toBe(200);
    const browser = await aHalfLogin(account);
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await browser.call(getHalfLogin)).body).toEqual({ hasPasskey: false });
    const former = browser.cookies.get("session") ?? "";
    const { answer, passkey } = await add(browser);
    expect(answer).toMatchObject({ status: 201, body: { name: "My laptop", user: { accountId: account.id, loginType: "PASSWORD" } } });
    expect(await browser.call(validateAuth)).toMatchObject({ status: 200, body: { accountId: account.id } });
    const copy = portal.browser();
    copy.cookies.set("session", former);
    expect((await copy.call(getHalfLogin)).status).toBe(401);
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });

  test("passes the second factor first, and then adds the passkey", async () => {
    const { account, before } = await aDemandedTeacher();
    const app = await setUpFactor(portal, before);
    const { browser, body } = await logInByPassword(account);
    expect(body).toEqual({ secondFactor: "required" });
    const code = await app.code();
    expect(await browser.call(verifySecondFactor, { body: { code } })).toMatchObject({ status: 200, body: { secondFactor: "passkey" } });
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await add(browser)).answer.status).toBe(201);
    expect((await browser.call(validateAuth)).status).toBe(200);
  });

  test("who submits the code without script is led to the page that adds the passkey", async () => {
    const { account, before } = await aDemandedTeacher();
    const app = await setUpFactor(portal, before);
    const { browser } = await logInByPassword(account);
    const answer = await browser.postForm(endpointUrl(verifySecondFactor), { code: await app.code() });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/login/second-factor?passkey=1" } });
  });

  test("who adds fifty at once from one half session has one passkey and one login", async () => {
    const { account } = await aDemandedTeacher();
    const browser = await aHalfLogin(account);
    const cookies = new Map(browser.cookies);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const tab = portal.browser();
        for (const [name, value] of cookies) tab.cookies.set(name, value);
        const { status, body } = await tab.call(startPasskeyRegistration, { body: {} });
        if (status !== 200) return status;
        return (await tab.call(addPasskey, { body: { name: "Mine", credential: createPasskey(body).credential } })).status;
      }),
    );
    expect(answers.filter((status) => status === 201)).toHaveLength(1);
    const { database } = portal.context;
    expect(await database.selectFrom("passkeys").select("id").where("account_id", "=", account.id).execute()).toHaveLength(1);
  });
});

describe("a member with a passkey", () => {
  test("must use it after the password, also if a second factor is set up, and adds no other by the password: errors.passkeyNeeded", async () => {
    const { account, before } = await aDemandedTeacher();
    const passkey = await setUpPasskey(before);
    await setUpFactor(portal, before);
    const browser = await aHalfLogin(account);
    expect((await browser.call(getHalfLogin)).body).toEqual({ hasPasskey: true });
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.passkeyNeeded"));
    expect((await use(browser, passkey)).status).toBe(200);
    expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: account.id });
  });

  test("that may have been copied adds no other by the password: errors.passkeyNeeded; after a reset by an administrator she does", async () => {
    const { account, before, desk } = await aDemandedTeacher();
    await setUpPasskey(before);
    await portal.context.database.updateTable("passkeys").set({ copied_at: new Date() }).where("account_id", "=", account.id).execute();
    const browser = await aHalfLogin(account);
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.passkeyNeeded"));
    expect((await desk.call(resetUserPasskeys, { params: { userId: account.id }, body: {} })).status).toBe(200);
    expect((await add(await aHalfLogin(account))).answer.status).toBe(201);
  });

  test("removes a copy, and ends the half sessions that wait for it: who knows the password adds none without the second factor", async () => {
    const { account, before } = await aDemandedTeacher();
    await setUpPasskey(before);
    await setUpFactor(portal, before);
    await portal.context.database.updateTable("passkeys").set({ copied_at: new Date() }).where("account_id", "=", account.id).execute();
    const thief = await aHalfLogin(account);
    const [copied] = await listPasskeysOf(before);
    expect((await before.call(removePasskey, { params: { passkeyId: copied?.id } })).status).toBe(204);
    expect(await thief.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(401, "errors.notLoggedIn"));
    expect((await logInByPassword(account)).body).toEqual({ secondFactor: "required" });
    expect((await before.call(validateAuth)).status).toBe(200);
  });

  test("keeps the last one: errors.passkeyDemanded; without the demand it goes", async () => {
    const { before, desk, organization } = await aDemandedTeacher();
    await setUpPasskey(before);
    const [own] = await listPasskeysOf(before);
    const remove = (passkeyId: string | undefined) => before.call(removePasskey, { params: { passkeyId } });
    expect(await remove(own?.id)).toMatchObject(refused(409, "errors.passkeyDemanded"));
    await setUpPasskey(before, { name: "My phone" });
    expect((await remove(own?.id)).status).toBe(204);
    const [phone] = await listPasskeysOf(before);
    expect(await remove(phone?.id)).toMatchObject(refused(409, "errors.passkeyDemanded"));
    expect((await demand(desk, organization.id, false)).status).toBe(200);
    expect((await remove(phone?.id)).status).toBe(204);
  });
});

describe("the demand does not concern", () => {
  test("who logs in at a provider alone: the last passkey may go", async () => {
    const { organization } = await aDemandedTeacher();
    const account = await anAccount(portal, {
      password: null,
      loginTypes: ["GOOGLE"],
      memberships: [{ organization, roles: ["teacher"] }],
    });
    await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
    const browser = await aSession(portal, account, { loginType: "GOOGLE" });
    await setUpPasskey(browser);
    const [own] = await listPasskeysOf(browser);
    expect((await browser.call(removePasskey, { params: { passkeyId: own?.id } })).status).toBe(204);
  });

  test("students, other schools, and a school that took it back", async () => {
    const { account, organization, desk } = await aDemandedTeacher();
    const student = await anAccount(portal, { memberships: [{ organization, roles: ["student"] }] });
    expect((await logInByPassword(student)).body).toMatchObject({ accountId: student.id });
    const elsewhere = await aTeacher(portal);
    expect((await logInByPassword(elsewhere.account)).body).toMatchObject({ accountId: elsewhere.account.id });
    await demand(desk, organization.id, false);
    expect((await logInByPassword(account)).body).toMatchObject({ accountId: account.id });
  });
});

test("who works for two schools needs a passkey if either requires it", async () => {
  const { organization } = await aDemandedTeacher();
  const other = await aTeacher(portal);
  const account = await anAccount(portal, {
    memberships: [
      { organization, roles: ["teacher"] },
      { organization: other.organization, roles: ["teacher"] },
    ],
  });
  expect((await logInByPassword(account)).body).toEqual({ secondFactor: "passkey" });
});
