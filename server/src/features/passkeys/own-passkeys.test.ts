/** Adding, listing and removing the user's own passkeys, and the reset by an administrator (docs/decisions/0064). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { validateAuth } from "@storyport/contract/login";
import { addPasskey, creationOptions, listOwnPasskeys, removePasskey, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { getUser, resetUserPasskeys } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, anAccount, anIdentity, anOrganization, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { deactivatedMeanwhile } from "#test/meanwhile.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";
import { createPasskey, logInBy, setUpPasskey } from "#test/passkey-device.ts";
import type { Misbehaviour } from "#test/passkey-device.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const refused = (status: number, code: string) => ({ status, body: { code } });

async function aLogin() {
  const { account, game, organization } = await aTeacher(portal);
  return { account, game, organization, browser: await logIn(portal.browser(), account) };
}

async function begin(browser: Browser, wrong: Misbehaviour = {}) {
  const { body } = await browser.call(startPasskeyRegistration, { body: {} });
  return createPasskey(body, wrong);
}

const passkeysOf = async (browser: Browser) => listOwnPasskeys.response.parse((await browser.call(listOwnPasskeys)).body);

async function subjectsTo({ email }: TestAccount): Promise<string[]> {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).map(({ subject }) => subject);
}

describe("addPasskey", () => {
  test("adds a named passkey, lists it with its last use, and e-mails the owner", async () => {
    const { account, browser } = await aLogin();
    const passkey = await setUpPasskey(browser, { name: "  My   laptop " });
    expect(await passkeysOf(browser)).toEqual([
      { id: expect.any(String), name: "My laptop", createdAt: expect.any(String), isBackedUp: false, isCopied: false },
    ]);
    await logInBy(portal.browser(), passkey);
    expect((await passkeysOf(browser))[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(await subjectsTo(account)).toContain("A passkey was added to your Storyport account");
    expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toContain("passkey_added");
  });

  test("asks the device to verify its user, keep the key, and not to add a second one; the account has a random handle", async () => {
    const { account, browser } = await aLogin();
    const passkey = await setUpPasskey(browser, { counts: false });
    const options = creationOptions.parse((await browser.call(startPasskeyRegistration, { body: {} })).body);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Storyport" },
      user: { id: passkey.userHandle, name: account.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ type: "public-key", id: passkey.id, transports: ["internal"] }],
    });
    const handle = Buffer.from(options.user.id, "base64url");
    expect(handle).toHaveLength(32);
    expect(handle.toString("hex")).not.toContain(account.id.replaceAll("-", ""));
    expect(await passkeysOf(browser)).toMatchObject([{ isBackedUp: true }]);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["a device that did not verify its user", { isVerified: false }],
    ["an answer to a login", { type: "webauthn.get" }],
  ])("refuses %s: errors.passkeyInvalid", async (_, wrong) => {
    const { browser } = await aLogin();
    const { credential } = await begin(browser, wrong);
    expect(await browser.call(addPasskey, { body: { name: "My laptop", credential } })).toMatchObject(
      refused(401, "errors.passkeyInvalid"),
    );
    expect(await passkeysOf(browser)).toEqual([]);
  });

  test("takes a challenge once, in time, in the session that asked: errors.passkeyStale", async () => {
    const { account, browser } = await aLogin();
    const { credential } = await begin(browser);
    const body = { name: "My laptop", credential };
    const elsewhere = await logIn(portal.browser(), account);
    expect(await elsewhere.call(addPasskey, { body })).toMatchObject(refused(410, "errors.passkeyStale"));
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(addPasskey, { body })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
    const late = await begin(browser);
    await portal.clock.travel(301);
    const answer = await browser.call(addPasskey, { body: { name: "Late", credential: late.credential } });
    expect(answer).toMatchObject(refused(410, "errors.passkeyStale"));
  });

  test("refuses a credential that an account has: errors.passkeyTaken", async () => {
    const { browser } = await aLogin();
    const other = await aLogin();
    const { credential } = await begin(browser);
    expect((await browser.call(addPasskey, { body: { name: "My laptop", credential } })).status).toBe(201);
    const { body } = await other.browser.call(startPasskeyRegistration, { body: {} });
    const again = createPasskey(body);
    // The same credential id, inside the attested data and outside.
    const swapped = Buffer.from(again.credential.response.attestationObject, "base64url");
    Buffer.from(credential.id, "base64url").copy(swapped, swapped.indexOf(Buffer.from(again.credential.id, "base64url")));
    const taken = {
      ...again.credential,
      id: credential.id,
      rawId: credential.id,
      response: { ...again.credential.response, attestationObject: swapped.toString("base64url") },
    };
    expect(await other.browser.call(addPasskey, { body: { name: "Mine", credential: taken } })).toMatchObject(
      refused(409, "errors.passkeyTaken"),
    );
  });

  test("needs a recent login, to begin and to end: errors.loginTooOld", async () => {
    const { browser } = await aLogin();
    await portal.clock.travel(14 * 60);
    const { credential } = await begin(browser);
    await portal.clock.travel(2 * 60);
    expect(await browser.call(addPasskey, { body: { name: "Late", credential } })).toMatchObject(refused(403, "errors.loginTooOld"));
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.loginTooOld"));
  });

  test("is not for children: errors.notAllowed for an account that is only a student's", async () => {
    const organization = await anOrganization(portal);
    const student = await anAccount(portal, { memberships: [{ organization, roles: ["student"] }] });
    const browser = await logIn(portal.browser(), student);
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(403, "errors.notAllowed"));
    const badge = await aSession(portal, student, { loginType: "QRCODE" });
    for (const call of [listOwnPasskeys, startPasskeyRegistration]) {
      expect(await badge.call(call, call.method === "POST" ? { body: {} } : {})).toMatchObject(refused(403, "errors.notAllowed"));
    }
  });

  test("stops at the most an account can have: errors.tooManyPasskeys", async () => {
    const { account, browser } = await aLogin();
    await setUpPasskey(browser);
    const last = await begin(browser);
    const rows = Array.from({ length: limits.passkeys.most - 1 }, (_, index) => ({
      account_id: account.id,
      credential_id: Buffer.from(`${account.id} ${index}`),
      public_key: Buffer.alloc(1),
      aaguid: "00000000-0000-0000-0000-000000000000",
      name: `Device ${index}`,
      is_backed_up: false,
    }));
    await portal.context.database.insertInto("passkeys").values(rows).execute();
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(409, "errors.tooManyPasskeys"));
    const answer = await browser.call(addPasskey, { body: { name: "One more", credential: last.credential } });
    expect(answer).toMatchObject(refused(409, "errors.tooManyPasskeys"));
  });

  test("finds an account that was deactivated meanwhile logged out: errors.notLoggedIn", async () => {
    const { account, browser } = await aLogin();
    const { credential } = await begin(browser);
    const answer = await deactivatedMeanwhile(portal, {
      account,
      call: () => browser.call(addPasskey, { body: { name: "My laptop", credential } }),
    });
    expect(answer).toMatchObject(refused(401, "errors.notLoggedIn"));
  });
});

describe("removePasskey", () => {
  async function aLoginByPasskey() {
    const { account, game, browser } = await aLogin();
    const passkey = await setUpPasskey(browser);
    const [own] = await passkeysOf(browser);
    return { account, game, browser, passkey, passkeyId: own?.id };
  }

  test("removes it, ends what passkeys opened elsewhere, and e-mails the owner", async () => {
    const { account, game, browser, passkey, passkeyId } = await aLoginByPasskey();
    const elsewhere = portal.browser();
    await logInBy(elsewhere, passkey);
    const tokens = await tokensFor(portal, elsewhere, { game });
    const byPassword = await logIn(portal.browser(), account);
    expect((await browser.call(removePasskey, { params: { passkeyId } })).status).toBe(204);
    expect(await passkeysOf(browser)).toEqual([]);
    expect((await elsewhere.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await byPassword.call(validateAuth)).status).toBe(200);
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
    expect(await subjectsTo(account)).toContain("A passkey was removed from your Storyport account");
    expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toContain("passkey_removed");
  });

  test("of another account: errors.notFound; after an old login: errors.loginTooOld", async () => {
    const { browser, passkeyId } = await aLoginByPasskey();
    const other = await aLogin();
    expect(await other.browser.call(removePasskey, { params: { passkeyId } })).toMatchObject(refused(404, "errors.notFound"));
    await portal.clock.travel(16 * 60);
    expect(await browser.call(removePasskey, { params: { passkeyId } })).toMatchObject(refused(403, "errors.loginTooOld"));
  });

  test("keeps the last way in: errors.lastLoginMethod; an expired password and a copied passkey are none", async () => {
    const { account, browser, passkeyId } = await aLoginByPasskey();
    const { database } = portal.context;
    await database.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute();
    expect(await browser.call(removePasskey, { params: { passkeyId } })).toMatchObject(refused(409, "errors.lastLoginMethod"));
    await setUpPasskey(browser);
    const [, second] = await passkeysOf(browser);
    await database
      .updateTable("passkeys")
      .set({ copied_at: new Date() })
      .where("id", "=", second?.id ?? "")
      .execute();
    expect(await browser.call(removePasskey, { params: { passkeyId } })).toMatchObject(refused(409, "errors.lastLoginMethod"));
    expect((await browser.call(removePasskey, { params: { passkeyId: second?.id } })).status).toBe(204);
    await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
    expect((await browser.call(removePasskey, { params: { passkeyId } })).status).toBe(204);
  });

  test("one of two removed fifty times at once goes once, and the other stays", async () => {
    const { account, browser } = await aLoginByPasskey();
    await setUpPasskey(browser);
    await portal.context.database.updateTable("accounts").set({ password_hash: null }).where("id", "=", account.id).execute();
    const own = await passkeysOf(browser);
    const calls = Array.from({ length: 50 }, (_, index) => browser.call(removePasskey, { params: { passkeyId: own[index % 2]?.id } }));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await passkeysOf(browser)).toHaveLength(1);
  });
});

describe("an account that logs in at a provider alone", () => {
  async function aGoogleTeacher() {
    const { account } = await aTeacher(portal, { password: null, loginTypes: ["GOOGLE"] });
    await anIdentity(portal, { accountId: account.id, provider: "GOOGLE" });
    const browser = await aSession(portal, account, { loginType: "GOOGLE" });
    const typesOf = async () =>
      (
        await portal.context.database.selectFrom("account_login_types").select("login_type").where("account_id", "=", account.id).execute()
      ).map(({ login_type }) => login_type);
    return { account, browser, passkey: await setUpPasskey(browser), typesOf };
  }

  test("logs in by its passkey, and gets no password: its login types stay", async () => {
    const { account, passkey, typesOf } = await aGoogleTeacher();
    expect(await logInBy(portal.browser(), passkey)).toMatchObject({ status: 200, body: { loginType: "PASSWORD" } });
    expect(await typesOf()).toEqual(["GOOGLE"]);
    await portal.browser().call(requestPasswordReset, { body: { email: account.email } });
    await portal.sendLetters();
    const letters = portal.mailbox.lettersTo(account.email);
    expect(letters.filter(({ text }) => text.includes("/account/set-password"))).toEqual([]);
  });

  test("still logs in by its passkey after it disconnects the provider", async () => {
    const { browser, passkey, typesOf } = await aGoogleTeacher();
    const { identities } = listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
    expect((await browser.call(disconnectIdentity, { params: { identityId: identities[0]?.id } })).status).toBe(204);
    expect(await typesOf()).toEqual(["PASSWORD"]);
    expect((await logInBy(portal.browser(), passkey)).status).toBe(200);
  });
});

describe("resetUserPasskeys", () => {
  test("removes all, ends sessions and tokens, and e-mails the owner", async () => {
    const { account, game, browser } = await aLogin();
    const passkey = await setUpPasskey(browser);
    const tokens = await tokensFor(portal, browser, { game });
    const { desk } = await anAdminDesk(portal);
    const params = { userId: account.id };
    expect((await desk.call(getUser, { params })).body).toMatchObject({ passkeys: 1, may: { resetPasskeys: true } });
    const answer = await desk.call(resetUserPasskeys, { params, body: {} });
    expect(answer).toMatchObject({ status: 200, body: { passkeys: 0, sessions: [], may: { resetPasskeys: false } } });
    expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect(await logInBy(portal.browser(), passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
    expect(await subjectsTo(account)).toContain("The passkeys of your Storyport account were removed");
    const reset = (await eventsAbout(portal, account.id)).find(({ event }) => event === "passkeys_reset");
    expect(reset?.details).toEqual({ count: 1 });
  });

  test("without passkeys: errors.passkeysNotSet; on the caller's own account: errors.notYourself; for a manager: errors.notAllowed", async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const { account } = await aLogin();
    const on = (browser: Browser, userId: string) => browser.call(resetUserPasskeys, { params: { userId }, body: {} });
    expect(await on(desk, account.id)).toMatchObject(refused(409, "errors.passkeysNotSet"));
    expect(await on(desk, admin.id)).toMatchObject(refused(409, "errors.notYourself"));
    const school = await aManagedSchool(portal);
    expect(await on(school.office, account.id)).toMatchObject(refused(403, "errors.notAllowed"));
  });
});
