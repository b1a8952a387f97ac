/** REQUIRE_ADMIN_SECOND_FACTOR: an administrator must enrol before anything else, and cannot remove the factor (DESIGN A23). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { startPasskeyRegistration } from "@storyport/contract/passkeys";
import { confirmSecondFactor, enrolSecondFactor, removeSecondFactor, secondFactorStatus } from "@storyport/contract/second-factor";
import { beginFactor, setUpFactor } from "#test/authenticator.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aPassword, aTeacher, anAccount, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { logInBy, setUpPasskey } from "#test/passkey-device.ts";
import { deactivatedMeanwhile } from "#test/meanwhile.ts";
import { endpoints, exampleOf, isServed } from "#test/every-endpoint.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ REQUIRE_ADMIN_SECOND_FACTOR: "true" });
});
afterAll(() => portal.close());

async function anAdmin(): Promise<{ account: TestAccount; browser: Browser }> {
  const account = await anAccount(portal, { platformRoles: ["admin"] });
  return { account, browser: await logInToEnrol(account) };
}

async function logInToEnrol({ email }: TestAccount): Promise<Browser> {
  const browser = portal.browser();
  const { status, body } = await browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  expect({ status, body }).toEqual({ status: 200, body: { secondFactor: "enrol" } });
  return browser;
}

const enrolling = ["confirmSecondFactor", "enrolSecondFactor", "secondFactorStatus"];

test("an administrator without a factor can make the calls that enrol, and no others", async () => {
  const { browser } = await anAdmin();
  const cookies = new Map(browser.cookies);
  const open: string[] = [];
  for (const endpoint of endpoints.filter(({ access }) => access.by === "session").filter((one) => isServed(portal.app, one))) {
    const { text } = await browser.call(endpoint, exampleOf(endpoint));
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    if (!text.includes("errors.notLoggedIn")) open.push(endpoint.name);
  }
  expect(open).toEqual(enrolling);
});

test("enrolling logs in with a new session and returns the user; the former session ends", async () => {
  const { account, browser } = await anAdmin();
  expect((await browser.call(secondFactorStatus)).body).toEqual({ enrolled: false, required: true, backupCodesLeft: 0 });
  const former = browser.cookies.get("session") ?? "";
  const app = await beginFactor(portal, browser);
  const { status, body } = await browser.call(confirmSecondFactor, { body: { code: await app.code() } });
  expect({ status, body }).toMatchObject({ status: 200, body: { valid: true, user: { accountId: account.id, loginType: "PASSWORD" } } });
  expect(browser.cookies.get("session")).not.toBe(former);
  expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: account.id });
  const copy = portal.browser();
  copy.cookies.set("session", former);
  expect((await copy.call(secondFactorStatus)).status).toBe(401);
});

test("enrolling proves nothing about its owner: the quarter of an hour for guarded actions runs from the password", async () => {
  const { browser } = await anAdmin();
  await portal.clock.travel(540);
  const app = await beginFactor(portal, browser);
  expect((await browser.call(confirmSecondFactor, { body: { code: await app.code() } })).status).toBe(200);
  expect((await browser.call(startPasskeyRegistration, { body: {} })).status).toBe(200);
  await portal.clock.travel(361);
  const tooOld = { status: 403, body: { code: "errors.loginTooOld" } };
  expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(tooOld);
});

describe("an administrator with a passkey", () => {
  const refused = { status: 403, body: { code: "errors.passkeyNeeded" } };

  async function aTeacherWithPasskey() {
    const { account } = await aTeacher(portal);
    const passkey = await setUpPasskey(await logIn(portal.browser(), account));
    return { account, passkey };
  }

  async function makeAdministrator({ id }: TestAccount): Promise<void> {
    await portal.context.database
      .insertInto("account_roles")
      .values({ account_id: id, role_key: "admin", organization_id: null })
      .execute();
  }

  test("cannot enrol by the password alone, but by the passkey: errors.passkeyNeeded", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    await makeAdministrator(account);
    const half = await logInToEnrol(account);
    expect(await half.call(enrolSecondFactor, { body: {} })).toMatchObject(refused);
    const browser = portal.browser();
    await logInBy(browser, passkey);
    const app = await beginFactor(portal, browser);
    // A secret that another session began does not help the password.
    expect(await half.call(confirmSecondFactor, { body: { code: await app.code() } })).toMatchObject(refused);
    expect((await browser.call(confirmSecondFactor, { body: { code: await app.code() } })).status).toBe(200);
  });

  test("whose passkey may have been copied enrols by the password", async () => {
    const { account } = await aTeacherWithPasskey();
    await makeAdministrator(account);
    const copied = { copied_at: new Date() };
    await portal.context.database.updateTable("passkeys").set(copied).where("account_id", "=", account.id).execute();
    const half = await logInToEnrol(account);
    const app = await beginFactor(portal, half);
    expect((await half.call(confirmSecondFactor, { body: { code: await app.code() } })).status).toBe(200);
  });
});

test("the enrolment session ends after ten minutes, and by logging out", async () => {
  const { account, browser } = await anAdmin();
  await portal.clock.travel(601);
  expect((await browser.call(secondFactorStatus)).status).toBe(401);
  const other = await logInToEnrol(account);
  const session = other.cookies.get("session") ?? "";
  expect((await other.call(logOut)).status).toBe(200);
  other.cookies.set("session", session);
  expect((await other.call(secondFactorStatus)).status).toBe(401);
});

test("removing the factor is refused: errors.secondFactorDemanded", async () => {
  const { browser } = await anAdmin();
  const app = await setUpFactor(portal, browser);
  const answer = await browser.call(removeSecondFactor, { body: { code: await app.code() } });
  expect(answer).toMatchObject({ status: 409, body: { code: "errors.secondFactorDemanded" } });
  expect((await browser.call(secondFactorStatus)).body).toMatchObject({ enrolled: true, required: true });
});

test("a teacher is not asked to enrol", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  expect((await browser.call(secondFactorStatus)).body).toMatchObject({ enrolled: false, required: false });
});

test("a session from before its account became an administrator's ends: the next login enrols first", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const role = { account_id: account.id, role_key: "admin", organization_id: null };
  await portal.context.database.insertInto("account_roles").values(role).execute();
  expect(await browser.call(validateAuth)).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  await logInToEnrol(account);
});

test("a session that passed the factor continues", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await setUpFactor(portal, browser);
  const role = { account_id: account.id, role_key: "admin", organization_id: null };
  await portal.context.database.insertInto("account_roles").values(role).execute();
  expect((await browser.call(validateAuth)).status).toBe(200);
});

describe("while an administrator enrols", () => {
  test("losing the permission to log in ends the half session: errors.notLoggedIn", async () => {
    const { account, browser } = await anAdmin();
    const app = await beginFactor(portal, browser);
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", account.id).execute();
    const answer = await browser.call(confirmSecondFactor, { body: { code: await app.code() } });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  });

  test("deactivating the account sets up no factor: errors.userNotActive", async () => {
    const { account, browser } = await anAdmin();
    const app = await beginFactor(portal, browser);
    const code = await app.code();
    const call = () => browser.call(confirmSecondFactor, { body: { code } });
    expect(await deactivatedMeanwhile(portal, { account, call })).toMatchObject({ status: 403, body: { code: "errors.userNotActive" } });
    const { database } = portal.context;
    const factor = await database.selectFrom("second_factors").select("confirmed_at").where("account_id", "=", account.id).execute();
    expect(factor).toEqual([{ confirmed_at: null }]);
  });
});
