/** Logging in by a passkey (docs/decisions/0064). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { logInWithPasskey, startPasskeyLogin } from "@storyport/contract/passkeys";
import { listOwnSessions } from "@storyport/contract/sessions";
import { deactivateUser, deleteUserByAdmin } from "@storyport/contract/users";
import type { Assertion } from "@storyport/contract/passkeys";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aSecondFactor, aTeacher, anAdministrator, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import type { TestAccount } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { logInBy, setUpPasskey, signWith } from "#test/passkey-device.ts";
import type { TestPasskey } from "#test/passkey-device.ts";
import { aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherWithPasskey(parts: { counts?: boolean } = {}) {
  const { account, organization } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  return { account, organization, browser, passkey: await setUpPasskey(browser, parts) };
}

const refused = (status: number, code: string) => ({ status, body: { code } });
const eventNames = async ({ id }: TestAccount) => (await eventsAbout(portal, id)).map(({ event }) => event);

test("a passkey logs in; games see the login type PASSWORD, and the history says by which means", async () => {
  const { account, organization, passkey } = await aTeacherWithPasskey();
  const browser = portal.browser();
  const answer = await logInBy(browser, passkey);
  expect(answer).toMatchObject({ status: 200, body: { accountId: account.id, orgId: organization.id, loginType: "PASSWORD" } });
  expect(await browser.call(validateAuth)).toMatchObject({ status: 200, body: { accountId: account.id } });
  const [event] = await eventsAbout(portal, account.id);
  expect(event).toMatchObject({
    event: "login_succeeded",
    actor_id: account.id,
    organization_id: organization.id,
    details: { loginType: "PASSWORD", by: "passkey", stage: "FULL" },
  });
  const sessions = listOwnSessions.response.parse((await browser.call(listOwnSessions)).body);
  expect(sessions.map(({ isCurrent, byPasskey }) => [isCurrent, byPasskey])).toEqual([
    [true, true],
    [false, undefined],
  ]);
});

test("the options are the same for everybody: they name no account and no passkey", async () => {
  const { browser } = await aTeacherWithPasskey();
  for (const visitor of [browser, portal.browser()]) {
    const { body } = await visitor.call(startPasskeyLogin, { body: {} });
    expect(body).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: "localhost",
      timeout: 300_000,
      userVerification: "required",
    });
  }
});

test("two devices of an account log in, each with its own passkey", async () => {
  const { account, browser, passkey } = await aTeacherWithPasskey();
  const phone = await setUpPasskey(browser, { name: "My phone", counts: false });
  for (const device of [passkey, phone, passkey, phone]) {
    expect(await logInBy(portal.browser(), device)).toMatchObject({ status: 200, body: { accountId: account.id } });
  }
});

test("a passkey passes the second factor, also one that the portal demands; a password does not", async () => {
  const demanding = await buildTestPortal({ REQUIRE_ADMIN_SECOND_FACTOR: "true" });
  try {
    const { account } = await aTeacher(demanding);
    const passkey = await setUpPasskey(await logIn(demanding.browser(), account));
    const { database } = demanding.context;
    await database.insertInto("account_roles").values({ account_id: account.id, role_key: "admin", organization_id: null }).execute();
    const visitor = demanding.browser();
    expect((await logInBy(visitor, passkey)).status).toBe(200);
    expect((await visitor.call(validateAuth)).body).toMatchObject({ permissions: expect.arrayContaining(["admin"]) });
    const body = { email: account.email, password: aPassword, deviceName: "a test" };
    expect((await demanding.browser().call(logInWithPassword, { body })).body).toEqual({ secondFactor: "enrol" });
    await aSecondFactor(demanding, account);
    expect((await demanding.browser().call(logInWithPassword, { body })).body).toEqual({ secondFactor: "required" });
    expect((await logInBy(demanding.browser(), passkey)).body).toMatchObject({ accountId: account.id });
  } finally {
    await demanding.close();
  }
});

describe("errors.passkeyInvalid", () => {
  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["our host at another port", { origin: "http://localhost:3001" }],
    ["a passkey for another host", { rpId: "evil.example" }],
    ["a device that did not verify its user", { isVerified: false }],
    ["an answer to another ceremony", { type: "webauthn.create" }],
  ])("%s is refused", async (_, wrong) => {
    const { account, passkey } = await aTeacherWithPasskey();
    expect(await logInBy(portal.browser(), passkey, wrong)).toMatchObject(refused(401, "errors.passkeyInvalid"));
    expect((await eventsAbout(portal, account.id))[0]).toMatchObject({
      event: "login_failed",
      details: { by: "passkey", reason: "errors.passkeyInvalid" },
    });
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });

  test("a signature by another key is refused, and a forged counter marks nothing", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const other = await aTeacherWithPasskey();
    const forged: TestPasskey = { ...passkey, privateKey: other.passkey.privateKey, counter: 0 };
    expect(await logInBy(portal.browser(), forged)).toMatchObject(refused(401, "errors.passkeyInvalid"));
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });

  test("an answer whose data cannot be read is refused", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const credential = signWith(passkey, options);
    credential.response.authenticatorData = "AAAA";
    const answer = await browser.call(logInWithPasskey, { body: { credential, deviceName: "a test" } });
    expect(answer).toMatchObject(refused(401, "errors.passkeyInvalid"));
  });
});

describe("errors.passkeyUnknown", () => {
  test("a passkey that no account has is refused", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const unknown = { ...passkey, id: Buffer.alloc(32, 1).toString("base64url") };
    expect(await logInBy(portal.browser(), unknown)).toMatchObject(refused(401, "errors.passkeyUnknown"));
  });

  test("a passkey with the handle of another account is refused", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const other = await aTeacherWithPasskey();
    const mixed = { ...passkey, userHandle: other.passkey.userHandle };
    expect(await logInBy(portal.browser(), mixed)).toMatchObject(refused(401, "errors.passkeyUnknown"));
  });

  test("a passkey without a handle is refused, because the login names no account otherwise", async () => {
    const { passkey } = await aTeacherWithPasskey();
    for (const userHandle of [undefined, null]) {
      const browser = portal.browser();
      const credential = signWith(passkey, (await browser.call(startPasskeyLogin, { body: {} })).body);
      const body = { credential: { ...credential, response: { ...credential.response, userHandle } }, deviceName: "a test" };
      expect(await browser.call(logInWithPasskey, { body })).toMatchObject(refused(401, "errors.passkeyUnknown"));
    }
  });

  test("the passkey of a deleted account is refused", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const desk = await logIn(portal.browser(), await anAdministrator(portal));
    expect((await desk.call(deleteUserByAdmin, { params: { userId: account.id } })).status).toBe(204);
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
    const { database } = portal.context;
    for (const table of ["passkeys", "passkey_owners"] as const) {
      expect(await database.selectFrom(table).selectAll().where("account_id", "=", account.id).execute()).toEqual([]);
    }
  });

  test("a passkey that is removed while its answer is checked is refused", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) => transaction.deleteFrom("passkeys").where("account_id", "=", account.id).execute(),
      call: () => logInBy(portal.browser(), passkey),
    });
    expect(answer).toMatchObject(refused(401, "errors.passkeyUnknown"));
  });
});

describe("a counter that goes backwards", () => {
  test("is refused: errors.passkeyCopied; the passkey never works again, and its owner gets one letter", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const copy = { ...passkey };
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
    expect(await logInBy(portal.browser(), copy)).toMatchObject(refused(403, "errors.passkeyCopied"));
    // The original too: nobody knows which of the two is the owner's.
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.passkeyCopied"));
    await portal.sendLetters();
    const letters = portal.mailbox.lettersTo(account.email).filter(({ subject }) => subject.includes("was blocked"));
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain("It looked like a copy");
    const events = await eventNames(account);
    expect(events.filter((event) => event === "passkey_copied")).toHaveLength(1);
    expect(events.filter((event) => event === "login_refused")).toHaveLength(2);
  });

  test("and one that stands still are refused in a race: of fifty answers with one count, one logs in", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => logInBy(portal.browser(), { ...passkey })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
  });

  test("and was overtaken by a later count is refused without a mark: errors.passkeyStale", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const [first, second] = [portal.browser(), portal.browser()];
    const optionsOf = async (browser: Browser) => (await browser.call(startPasskeyLogin, { body: {} })).body;
    const answer = (browser: Browser, credential: Assertion) =>
      browser.call(logInWithPasskey, { body: { credential, deviceName: "a test" } });
    const [early, late] = [signWith(passkey, await optionsOf(first)), signWith(passkey, await optionsOf(second))];
    expect((await answer(second, late)).status).toBe(200);
    expect(await answer(first, early)).toMatchObject(refused(410, "errors.passkeyStale"));
    expect(await eventNames(account)).not.toContain("passkey_copied");
    expect((await logInBy(first, passkey)).status).toBe(200);
  });

  test("to a challenge from after the last use is a copy's: errors.passkeyCopied", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const copy = { ...passkey };
    const browser = portal.browser();
    passkey.counter += 1;
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
    const { body } = await browser.call(startPasskeyLogin, { body: {} });
    const answer = { credential: signWith(copy, body), deviceName: "a test" };
    expect(await browser.call(logInWithPasskey, { body: answer })).toMatchObject(refused(403, "errors.passkeyCopied"));
  });

  test("after counts, an answer without a count is refused", async () => {
    const { passkey } = await aTeacherWithPasskey();
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
    expect(await logInBy(portal.browser(), { ...passkey, counter: 0 })).toMatchObject(refused(403, "errors.passkeyCopied"));
  });
});

describe("after the proof", () => {
  test("a deactivated account: errors.userNotActive; reactivated, the passkey works again", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const desk = await logIn(portal.browser(), await anAdministrator(portal));
    await desk.call(deactivateUser, { params: { userId: account.id }, body: {} });
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.userNotActive"));
    expect((await eventsAbout(portal, account.id))[0]).toMatchObject({
      event: "login_refused",
      details: { reason: "errors.userNotActive" },
    });
    await portal.context.database.updateTable("accounts").set({ status: "ACTIVE" }).where("id", "=", account.id).execute();
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });

  test("an account that is deactivated while the answer is checked: errors.userNotActive", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) => transaction.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute(),
      call: () => logInBy(portal.browser(), passkey),
    });
    expect(answer).toMatchObject(refused(403, "errors.userNotActive"));
  });

  test("an account without the permission to log in: errors.noLoginPermissions", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const { database } = portal.context;
    await database.updateTable("account_roles").set({ role_key: "guest" }).where("account_id", "=", account.id).execute();
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.noLoginPermissions"));
  });

  test("an account that has become a student's, or has badges alone: errors.loginTypeNotAllowed", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    const { database } = portal.context;
    await database.updateTable("account_roles").set({ role_key: "student" }).where("account_id", "=", account.id).execute();
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.loginTypeNotAllowed"));
    await database.updateTable("account_roles").set({ role_key: "teacher" }).where("account_id", "=", account.id).execute();
    await database.updateTable("account_login_types").set({ login_type: "QRCODE" }).where("account_id", "=", account.id).execute();
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.loginTypeNotAllowed"));
  });

  test("roles of user groups count: a student who is staff by a group logs in, an account that is a student by a group does not", async () => {
    const { account, organization, passkey } = await aTeacherWithPasskey();
    const roles = portal.context.database.updateTable("account_roles").where("account_id", "=", account.id);
    await roles.set({ role_key: "student" }).execute();
    const staff = await aUserGroup(portal, { organization, roles: ["teacher"], members: [{ account }] });
    expect(await logInBy(portal.browser(), passkey)).toMatchObject({ status: 200, body: { accountId: account.id } });
    const { database } = portal.context;
    await database.deleteFrom("account_roles").where("account_id", "=", account.id).execute();
    await database.updateTable("user_group_roles").set({ role_key: "student" }).where("user_group_id", "=", staff.id).execute();
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(403, "errors.loginTypeNotAllowed"));
  });

  test("an expired password does not matter", async () => {
    const { account, passkey } = await aTeacherWithPasskey();
    await portal.context.database.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute();
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });
});
