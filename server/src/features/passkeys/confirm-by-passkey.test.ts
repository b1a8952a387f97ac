/** Confirming a login by a passkey, and a login by passkey by what proves as much (docs/decisions/0074). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmAtProvider } from "@storyport/contract/federated-login";
import { confirmByPasskey, confirmLogin, startPasskeyConfirmation, waysToConfirm } from "@storyport/contract/confirmations";
import { listOwnPasskeys, removePasskey, startPasskeyLogin, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { addressPolicy, throttleKey } from "#/platform/throttle.ts";
import { setUpFactor } from "#test/authenticator.ts";
import { aPassword, aSession, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aConnectedTeacher, buildFederatedPortal, callbacks, locationOf } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { loggedOutMeanwhile } from "#test/meanwhile.ts";
import { logInBy, setUpPasskey, signWith } from "#test/passkey-device.ts";
import type { Misbehaviour, TestPasskey } from "#test/passkey-device.ts";
import { eventsAbout } from "#test/users.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

const quarter = 15 * 60 + 1;
const refused = (status: number, code: string) => ({ status, body: { code } });

/** A teacher with a password, Feide and a passkey, whose login by password is just too old. */
async function aTeacherWithPasskey() {
  const { account, person } = await aConnectedTeacher(portal, { provider: "FEIDE", loginTypes: ["FEIDE", "PASSWORD"] });
  const browser = await logIn(portal.browser(), account);
  const passkey = await setUpPasskey(browser);
  await portal.clock.travel(quarter);
  return { account, person, browser, passkey };
}

/** The same teacher, logged in by the passkey. */
async function aTeacherByPasskey() {
  const { passkey, ...rest } = await aTeacherWithPasskey();
  const browser = portal.browser();
  expect((await logInBy(browser, passkey)).status).toBe(200);
  return { ...rest, passkey, browser };
}

const optionsFor = async (browser: Browser) => (await browser.call(startPasskeyConfirmation, { body: {} })).body;

async function confirmBy(browser: Browser, passkey: TestPasskey, wrong: Misbehaviour = {}) {
  return browser.call(confirmByPasskey, { body: { credential: signWith(passkey, await optionsFor(browser), wrong) } });
}

/** A guarded call that a teacher may make. */
async function isConfirmed(browser: Browser): Promise<boolean> {
  const answer = await browser.call(startPasskeyRegistration, { body: {} });
  if (answer.status !== 200) expect(answer).toMatchObject(refused(403, "errors.loginTooOld"));
  return answer.status === 200;
}

describe("a passkey of the account", () => {
  test("confirms this session alone, and begins no other; the history says how", async () => {
    const { account, browser, passkey } = await aTeacherWithPasskey();
    const other = await aSession(portal, account, { loginType: "PASSWORD" });
    await portal.clock.travel(quarter);
    const secret = browser.cookies.get("session");
    const options = startPasskeyConfirmation.response.parse(await optionsFor(browser));
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
    const answer = await confirmBy(browser, passkey);
    expect(answer.status).toBe(204);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(browser.cookies.get("session")).toBe(secret);
    expect(await isConfirmed(browser)).toBe(true);
    expect(await isConfirmed(other)).toBe(false);
    const confirmed = (await eventsAbout(portal, account.id)).filter(({ event }) => event === "login_confirmed");
    expect(confirmed).toMatchObject([{ actor_id: account.id, details: { loginType: "PASSWORD", by: "passkey" } }]);
    await portal.clock.travel(quarter);
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("needs no code of a second factor, because its device verified its user", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    await browser.call(confirmLogin, { body: { password: aPassword } });
    await setUpFactor(portal, browser);
    await portal.clock.travel(quarter);
    expect((await browser.call(waysToConfirm)).body).toEqual({ password: true, passkey: true, providers: ["FEIDE"], code: true });
    expect((await confirmBy(browser, passkey)).status).toBe(204);
  });

  test("is begun at most a hundred times in ten minutes without an end: errors.tooManyAttempts; an end gives the attempt back", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    for (let finished = 0; finished < 3; finished += 1) expect((await confirmBy(browser, passkey)).status).toBe(204);
    const begin = () => browser.call(startPasskeyConfirmation, { body: {} });
    const answers = await Promise.all(Array.from({ length: 100 }, begin));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await begin()).toMatchObject(refused(429, "errors.tooManyAttempts"));
    expect(await browser.call(startPasskeyRegistration, { body: {} })).toMatchObject(refused(429, "errors.tooManyAttempts"));
    const other = await logIn(portal.browser(), (await aTeacherWithPasskey()).account);
    expect((await other.call(startPasskeyConfirmation, { body: {} })).status).toBe(200);
    await portal.clock.travel(601);
    expect((await begin()).status).toBe(200);
  });

  test("answers a challenge once: of fifty concurrent confirmations one succeeds, errors.passkeyStale", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    const credential = signWith(passkey, await optionsFor(browser));
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(confirmByPasskey, { body: { credential } })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 204)) {
      expect(answer).toMatchObject(refused(410, "errors.passkeyStale"));
    }
  });
});

describe("nothing is confirmed", () => {
  test("by another person's passkey: errors.passkeyUnknown", async () => {
    const { browser } = await aTeacherWithPasskey();
    const other = await aTeacherWithPasskey();
    expect(await confirmBy(browser, other.passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("by the challenge of a login, of another session, or after five minutes: errors.passkeyStale", async () => {
    const { account, browser, passkey } = await aTeacherWithPasskey();
    const other = await aSession(portal, account, { loginType: "PASSWORD" });
    const { body: forLogin } = await browser.call(startPasskeyLogin, { body: {} });
    const ofOther = await optionsFor(other);
    const old = await optionsFor(browser);
    const answer = (options: unknown) => browser.call(confirmByPasskey, { body: { credential: signWith(passkey, options) } });
    expect(await answer(forLogin)).toMatchObject(refused(410, "errors.passkeyStale"));
    expect(await answer(ofOther)).toMatchObject(refused(410, "errors.passkeyStale"));
    await portal.clock.travel(301);
    expect(await answer(old)).toMatchObject(refused(410, "errors.passkeyStale"));
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("by a device that did not verify its user, or at another origin: errors.passkeyInvalid", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    expect(await confirmBy(browser, passkey, { isVerified: false })).toMatchObject(refused(401, "errors.passkeyInvalid"));
    expect(await confirmBy(browser, passkey, { origin: "https://evil.example" })).toMatchObject(refused(401, "errors.passkeyInvalid"));
    expect(await isConfirmed(browser)).toBe(false);
  });

  test("by a copy, which is blocked: errors.passkeyCopied, then errors.confirmAnotherWay", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    const copy = { ...passkey };
    await logInBy(portal.browser(), passkey);
    expect(await confirmBy(browser, copy)).toMatchObject(refused(403, "errors.passkeyCopied"));
    expect(await isConfirmed(browser)).toBe(false);
    expect((await browser.call(waysToConfirm)).body).toMatchObject({ passkey: false });
    expect(await browser.call(startPasskeyConfirmation, { body: {} })).toMatchObject(refused(403, "errors.confirmAnotherWay"));
  });

  test("by a passkey that was removed meanwhile: errors.passkeyUnknown", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    const credential = signWith(passkey, await optionsFor(browser));
    await browser.call(confirmLogin, { body: { password: aPassword } });
    const [own] = listOwnPasskeys.response.parse((await browser.call(listOwnPasskeys)).body);
    expect((await browser.call(removePasskey, { params: { passkeyId: own?.id } })).status).toBe(204);
    expect(await browser.call(confirmByPasskey, { body: { credential } })).toMatchObject(refused(401, "errors.passkeyUnknown"));
  });

  test("of an account that has become one of badges alone: errors.loginTypeNotAllowed", async () => {
    const { account, browser, passkey } = await aTeacherWithPasskey();
    const { database } = portal.context;
    await database.deleteFrom("account_login_types").where("account_id", "=", account.id).execute();
    await database.insertInto("account_login_types").values({ account_id: account.id, login_type: "QRCODE" }).execute();
    expect(await confirmBy(browser, passkey)).toMatchObject(refused(403, "errors.loginTypeNotAllowed"));
  });

  test("in a session that a reset ends meanwhile: errors.notLoggedIn", async () => {
    const { account, browser, passkey } = await aTeacherWithPasskey();
    const credential = signWith(passkey, await optionsFor(browser));
    const call = () => browser.call(confirmByPasskey, { body: { credential } });
    expect(await loggedOutMeanwhile(portal, { account, call })).toMatchObject(refused(401, "errors.notLoggedIn"));
  });

  test("after too many failures from the address: errors.tooManyAttempts", async () => {
    const { browser, passkey } = await aTeacherWithPasskey();
    const remoteAddress = "198.51.100.77";
    const times = { window_ends_at: new Date(Date.now() + 600_000), blocked_until: new Date(Date.now() + 600_000) };
    const row = { key: throttleKey("passkey-address", remoteAddress), failures: addressPolicy.free + 1, ...times };
    await portal.context.database.insertInto("throttles").values(row).execute();
    const credential = signWith(passkey, await optionsFor(browser));
    const answer = await browser.call(confirmByPasskey, { body: { credential }, remoteAddress });
    expect(answer).toMatchObject(refused(429, "errors.tooManyAttempts"));
  });
});

describe("a login by passkey", () => {
  test("is not confirmed by less: neither by the password nor at Feide, errors.confirmAnotherWay", async () => {
    const { account, browser, passkey } = await aTeacherByPasskey();
    await portal.clock.travel(quarter);
    expect((await browser.call(waysToConfirm)).body).toEqual({ password: false, passkey: true, providers: [], code: false });
    const failures = async () => (await eventsAbout(portal, account.id)).filter(({ event }) => event === "login_failed").length;
    const before = await failures();
    expect(await browser.call(confirmLogin, { body: { password: aPassword } })).toMatchObject(refused(403, "errors.confirmAnotherWay"));
    const atFeide = await browser.call(confirmAtProvider, { body: { provider: "FEIDE" } });
    expect(atFeide).toMatchObject(refused(403, "errors.confirmAnotherWay"));
    // No guess was made, so none is counted.
    expect(await failures()).toBe(before);
    expect(await isConfirmed(browser)).toBe(false);
    expect((await confirmBy(browser, passkey)).status).toBe(204);
    expect(await isConfirmed(browser)).toBe(true);
  });

  test("is confirmed by the password or Feide with the code of a second factor, because that proves as much", async () => {
    const { browser, person } = await aTeacherByPasskey();
    const app = await setUpFactor(portal, browser);
    await portal.clock.travel(quarter);
    expect((await browser.call(waysToConfirm)).body).toEqual({ password: true, passkey: true, providers: ["FEIDE"], code: true });
    expect(await browser.call(confirmLogin, { body: { password: aPassword } })).toMatchObject(refused(401, "errors.secondFactorInvalid"));
    expect((await browser.call(confirmLogin, { body: { password: aPassword, code: await app.code() } })).status).toBe(204);
    expect(await isConfirmed(browser)).toBe(true);
    await portal.clock.travel(quarter);
    const begun = await browser.call(confirmAtProvider, { body: { provider: "FEIDE", code: await app.code() } });
    const query = portal.identities.consent(confirmAtProvider.response.parse(begun.body).url, person);
    expect(locationOf(await browser.call(callbacks.FEIDE, { query }))).toBe("/login/confirmed");
    expect(await isConfirmed(browser)).toBe(true);
  });

  test("has no way left after its only passkey is gone", async () => {
    const { browser } = await aTeacherByPasskey();
    const [own] = listOwnPasskeys.response.parse((await browser.call(listOwnPasskeys)).body);
    expect((await browser.call(removePasskey, { params: { passkeyId: own?.id } })).status).toBe(204);
    expect((await browser.call(waysToConfirm)).body).toEqual({ password: false, passkey: false, providers: [], code: false });
  });
});
