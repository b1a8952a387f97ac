/** Confirming the login by password, before a guarded action (docs/decisions/0065). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmLogin, waysToConfirm } from "@storyport/contract/confirmations";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { enrolSecondFactor } from "@storyport/contract/second-factor";
import { listOwnSessions } from "@storyport/contract/sessions";
import { confirmSession } from "#/features/sessions/confirm-session.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { setUpFactor } from "#test/authenticator.ts";
import { aPassword, aSession, aTeacher, logIn } from "#test/builders.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { loggedOutMeanwhile, meanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const wrong = "Not-The-Password-1";
const quarter = 15 * 60 + 1;

/** A teacher who logged in by a provider, so this browser is not known by password. */
async function aTeacherLoggedInLongAgo() {
  const { account } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "FEIDE" });
  await portal.clock.travel(quarter);
  return { account, browser };
}

function confirm(browser: Browser, password = aPassword, code?: string): Promise<Answer> {
  return browser.call(confirmLogin, { body: { password, ...(code === undefined ? {} : { code }) } });
}

/** A guarded call that a teacher may make. */
const guardedCall = (browser: Browser) => browser.call(enrolSecondFactor, { body: {} });
const tooOld = { status: 403, body: { code: "errors.loginTooOld" } };
const wrongPassword = { status: 401, body: { code: "errors.passwordWrong" } };

async function failuresOf(value: string, kind = "password-account"): Promise<number | undefined> {
  const key = throttleKey(kind, value);
  return (await portal.context.database.selectFrom("throttles").select("failures").where("key", "=", key).executeTakeFirst())?.failures;
}

async function eventsOf(accountId: string) {
  const { database } = portal.context;
  const events = await database
    .selectFrom("audit_events")
    .select(["event", "details"])
    .where("target_id", "=", accountId)
    .orderBy("id")
    .execute();
  return events.filter(({ event }) => event.startsWith("login_"));
}

test("the right password confirms for a quarter of an hour, in this session alone, and begins no other", async () => {
  const { account, browser } = await aTeacherLoggedInLongAgo();
  const other = await aSession(portal, account, { loginType: "PASSWORD" });
  await portal.clock.travel(quarter);
  const secret = browser.cookies.get("session");
  const answer = await confirm(browser);
  expect(answer.status).toBe(204);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(browser.cookies.get("session")).toBe(secret);
  expect(listOwnSessions.response.parse((await browser.call(listOwnSessions)).body)).toHaveLength(2);
  expect((await guardedCall(browser)).status).toBe(200);
  expect(await guardedCall(other)).toMatchObject(tooOld);
  await portal.clock.travel(14 * 60);
  expect((await guardedCall(browser)).status).toBe(200);
  await portal.clock.travel(61);
  expect(await guardedCall(browser)).toMatchObject(tooOld);
});

test("the history has login_confirmed with the way, and login_failed for a wrong password", async () => {
  const { account, browser } = await aTeacherLoggedInLongAgo();
  await confirm(browser, wrong);
  await confirm(browser);
  expect(await eventsOf(account.id)).toEqual([
    { event: "login_failed", details: { loginType: "PASSWORD", reason: "wrong password" } },
    { event: "login_confirmed", details: { loginType: "PASSWORD" } },
  ]);
});

test("a wrong password confirms nothing and keeps the session: errors.passwordWrong", async () => {
  const { browser } = await aTeacherLoggedInLongAgo();
  expect(await confirm(browser, wrong)).toMatchObject(wrongPassword);
  expect(await guardedCall(browser)).toMatchObject(tooOld);
  expect((await browser.call(validateAuth)).status).toBe(200);
});

test("a password of the wrong length is refused: errors.passwordLength", async () => {
  const { browser } = await aTeacherLoggedInLongAgo();
  expect(await confirm(browser, "short")).toMatchObject({ status: 400, body: { errors: [{ code: "errors.passwordLength" }] } });
});

test.each([{}, { password: "" }, { password: null }])("a missing password (%j) is refused: errors.passwordLength", async (body) => {
  const { browser } = await aTeacherLoggedInLongAgo();
  const errors = [{ field: "password", code: "errors.passwordLength" }];
  expect(await browser.call(confirmLogin, { body })).toMatchObject({ status: 400, body: { code: "errors.passwordLength", errors } });
});

describe("wrong passwords", () => {
  test("have the count and the waits of a login of the account", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    const guess = () => portal.browser().call(logInWithPassword, { body: { email: account.email, password: wrong, deviceName: "a test" } });
    for (let count = 0; count < 3; count++) {
      expect(await confirm(browser, wrong)).toMatchObject(wrongPassword);
      expect((await guess()).status).toBe(401);
    }
    expect(await failuresOf(account.email)).toBe(6);
    // The sixth failure waits for a second, which a busy machine may need for the next call. Many failures wait for a minute.
    await portal.clock.travel(2);
    const key = throttleKey("password-account", account.email);
    await portal.context.database.updateTable("throttles").set({ failures: 30 }).where("key", "=", key).execute();
    expect(await confirm(browser, wrong)).toMatchObject(wrongPassword);
    const waiting = { status: 429, body: { code: "errors.tooManyAttempts" } };
    expect(await confirm(browser)).toMatchObject(waiting);
    expect(await guess()).toMatchObject(waiting);
    expect(Number((await confirm(browser)).headers["retry-after"])).toBeGreaterThan(0);
    await portal.clock.travel(61);
    expect((await confirm(browser)).status).toBe(204);
    expect(await failuresOf(account.email)).toBeUndefined();
  });

  test("of a known browser count there, as at a login", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    expect(await confirm(browser, wrong)).toMatchObject(wrongPassword);
    expect(await failuresOf(account.email)).toBeUndefined();
    expect(await failuresOf(`${browser.cookies.get("device")} ${account.id}`, "known-device")).toBe(1);
  });

  test("a hundred stop all further confirmations by password: errors.loginStopped", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    await confirm(browser, wrong);
    const key = throttleKey("password-account", account.email);
    await portal.context.database.updateTable("throttles").set({ failures: 99 }).where("key", "=", key).execute();
    await confirm(browser, wrong);
    expect(await confirm(browser)).toMatchObject({ status: 429, body: { code: "errors.loginStopped" } });
  });

  async function countedSoFar(email: string, failures: number): Promise<void> {
    const times = { window_ends_at: new Date(Date.now() + 3_600_000), blocked_until: new Date(0) };
    const key = throttleKey("password-account", email);
    await portal.context.database
      .insertInto("throttles")
      .values({ key, failures, ...times })
      .execute();
  }

  test("of fifty at once each that is checked is a counted failure", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    // None of the fifty waits.
    await countedSoFar(account.email, -100);
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(browser, wrong)));
    const checked = answers.filter(({ status }) => status === 401).length;
    expect(await failuresOf(account.email)).toBe(checked - 100);
    // A full hashing queue refuses without a check, and gives the attempt back.
    expect(answers.filter(({ status }) => status !== 401).map(({ status }) => status)).toEqual(
      Array.from({ length: 50 - checked }, () => 503),
    );
    expect(checked).toBeGreaterThan(0);
    expect(await guardedCall(browser)).toMatchObject(tooOld);
  });

  test("of fifty at once after many failures one is checked, and the right one must wait", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    await countedSoFar(account.email, 30);
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(browser, wrong)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      401,
      ...Array.from({ length: 49 }, () => 429),
    ]);
    expect(await failuresOf(account.email)).toBe(31);
    expect((await confirm(browser)).status).toBe(429);
  });
});

describe("an account with a second factor", () => {
  async function aTeacherWithFactor() {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const app = await setUpFactor(portal, browser);
    await portal.clock.travel(quarter);
    return { account, browser, app };
  }

  async function isConfirmed(accountId: string): Promise<boolean> {
    const { database } = portal.context;
    const rows = await database.selectFrom("sessions").select("confirmed_at").where("account_id", "=", accountId).execute();
    return rows.some(({ confirmed_at }) => confirmed_at !== null);
  }

  test("needs its code too: errors.secondFactorInvalid without it or with a wrong one", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    const wrongCode = { status: 401, body: { code: "errors.secondFactorInvalid" } };
    expect(await confirm(browser)).toMatchObject(wrongCode);
    expect(await confirm(browser, aPassword, "no code")).toMatchObject(wrongCode);
    expect(await confirm(browser, wrong, await app.code())).toMatchObject(wrongPassword);
    expect(await isConfirmed(account.id)).toBe(false);
    expect((await confirm(browser, aPassword, await app.code())).status).toBe(204);
    expect(await isConfirmed(account.id)).toBe(true);
    expect((await eventsOf(account.id)).at(-1)).toEqual({
      event: "login_confirmed",
      details: { loginType: "PASSWORD", by: "app" },
    });
  });

  test("uses the code up: of fifty concurrent confirmations one succeeds", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    await portal.context.database
      .insertInto("throttles")
      .values({
        key: throttleKey("second-factor", account.id),
        // None of the fifty waits.
        failures: -100,
        window_ends_at: new Date(Date.now() + 3_600_000),
        blocked_until: new Date(0),
      })
      .execute();
    const code = await app.code();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(browser, aPassword, code)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

test("the ways of an account with a password alone are the password, and a code too once a second factor is set up", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  expect((await browser.call(waysToConfirm)).body).toEqual({ password: true, passkey: false, providers: [], code: false });
  await setUpFactor(portal, browser);
  expect((await browser.call(waysToConfirm)).body).toEqual({ password: true, passkey: false, providers: [], code: true });
});

test("an account without a password cannot confirm by one: errors.passwordWrong", async () => {
  const { account } = await aTeacher(portal, { password: null });
  const browser = await aSession(portal, account, { loginType: "FEIDE" });
  expect(await confirm(browser)).toMatchObject(wrongPassword);
  expect((await browser.call(waysToConfirm)).body).toMatchObject({ password: false });
});

test("an expired password confirms nothing: errors.passwordExpired, and a reset letter", async () => {
  const { account, browser } = await aTeacherLoggedInLongAgo();
  await portal.context.database.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute();
  expect(await confirm(browser)).toMatchObject({ status: 403, body: { code: "errors.passwordExpired" } });
  expect(await guardedCall(browser)).toMatchObject(tooOld);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toMatchObject([{ text: expect.stringContaining("/account/set-password?code=") }]);
});

test("a badge session cannot confirm: errors.notAllowed", async () => {
  const { account } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "QRCODE" });
  expect(await confirm(browser)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  const { database } = portal.context;
  const { digest } = await database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).executeTakeFirstOrThrow();
  const directly = database.transaction().execute((transaction) => confirmSession(transaction, { digest }));
  await expect(directly).rejects.toMatchObject({ code: "errors.notLoggedIn" });
});

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("nothing is confirmed", () => {
  test("if the password was changed meanwhile: errors.passwordWrong", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    const happens: Parameters<typeof meanwhile>[1]["happens"] = (transaction) =>
      transaction.updateTable("accounts").set({ password_hash: "$argon2id$another" }).where("id", "=", account.id).execute();
    expect(await meanwhile(portal, { account, happens, call: () => confirm(browser) })).toMatchObject(wrongPassword);
    expect(await guardedCall(browser)).toMatchObject(tooOld);
  });

  test("in a session that a reset ends meanwhile: errors.notLoggedIn", async () => {
    const { account, browser } = await aTeacherLoggedInLongAgo();
    const answer = await loggedOutMeanwhile(portal, { account, call: () => confirm(browser) });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  });
});
