/** Setting up a second factor (specification, section 3; DESIGN A23). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { confirmSecondFactor, enrolSecondFactor, secondFactorStatus } from "@storyport/contract/second-factor";
import { resetUserSecondFactor } from "@storyport/contract/users";
import { beginFactor, setUpFactor, spareWaits } from "#test/authenticator.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aSession, aTeacher, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { loggedOutMeanwhile, meanwhile } from "#test/meanwhile.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherLoggedIn() {
  const { account } = await aTeacher(portal);
  return { account, browser: await logIn(portal.browser(), account) };
}

const statusOf = async (browser: Browser) => (await browser.call(secondFactorStatus)).body;
const confirm = (browser: Browser, code: string) => browser.call(confirmSecondFactor, { body: { code } });

test("the otpauth URL has the format that every app reads: the product, the e-mail address, the secret of 160 bits", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const { otpAuthUrl, secret } = await beginFactor(portal, browser);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(otpAuthUrl);
  expect(`${url.protocol}//${url.host}${decodeURIComponent(url.pathname)}`).toBe(`otpauth://totp/Storyport:${account.email}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({ issuer: "Storyport", secret });
});

test("an account without an e-mail address is labelled by name and gets no e-mail", async () => {
  const { account, organization } = await aTeacher(portal, { email: null, displayName: "Kim: Person", loginTypes: ["FEIDE"] });
  const browser = await aSession(portal, account, { loginType: "FEIDE", organizationId: organization.id });
  const { otpAuthUrl } = await setUpFactor(portal, browser);
  expect(decodeURIComponent(new URL(otpAuthUrl).pathname)).toBe("/Storyport:Kim  Person");
  const letters = await portal.context.database.selectFrom("outbox").select("id").where("account_id", "=", account.id).execute();
  expect(letters).toEqual([]);
});

test("the factor has no effect until a code confirms it; then ten backup codes are shown once", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const nothing = { enrolled: false, required: false, backupCodesLeft: 0 };
  expect(await statusOf(browser)).toEqual(nothing);
  const app = await beginFactor(portal, browser);
  expect(await statusOf(browser)).toEqual(nothing);
  expect((await (await logIn(portal.browser(), account)).call(validateAuth)).status).toBe(200);

  const { status, body } = await confirm(browser, await app.code());
  expect(status).toBe(200);
  expect(body).toEqual({ valid: true, backupCodes: expect.any(Array) });
  expect(new Set(confirmSecondFactor.response.parse(body).backupCodes).size).toBe(10);
  expect(await statusOf(browser)).toEqual({ enrolled: true, required: false, confirmedAt: expect.any(String), backupCodesLeft: 10 });
});

test("a factor that no code has confirmed is none to reset: errors.secondFactorNotBegun, and the owner stays logged in", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const app = await beginFactor(portal, browser);
  const { desk } = await anAdminDesk(portal);
  const answer = await desk.call(resetUserSecondFactor, { params: { userId: account.id }, body: {} });
  expect(answer).toMatchObject({ status: 409, body: { code: "errors.secondFactorNotBegun" } });
  expect((await browser.call(validateAuth)).status).toBe(200);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toEqual([]);
  expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).not.toContain("second_factor_removed");
  expect((await confirm(browser, await app.code())).status).toBe(200);
});

test("no row about the account contains the secret or a backup code: the factor, the codes, the history and the letters", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const { secret, backupCodes } = await setUpFactor(portal, browser);
  const { database } = portal.context;
  const rows = [
    await database.selectFrom("second_factors").selectAll().where("account_id", "=", account.id).execute(),
    await database.selectFrom("backup_codes").selectAll().where("account_id", "=", account.id).execute(),
    await database.selectFrom("audit_events").selectAll().where("target_id", "=", account.id).execute(),
    await database.selectFrom("outbox").selectAll().where("account_id", "=", account.id).execute(),
  ];
  const values = rows.flat().flatMap((row) => Object.values(row));
  const written = values.map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value))).join(" ");
  for (const secretText of [secret, ...backupCodes, ...backupCodes.map((code) => code.replace("-", ""))])
    expect(written).not.toContain(secretText);
  expect(rows[2]?.map((row) => "event" in row && row.event)).toContain("second_factor_added");
});

test("setting up a factor ends every other session, keeps this one, and e-mails the owner", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const other = await logIn(portal.browser(), account);
  const stranger = (await aTeacherLoggedIn()).browser;
  await setUpFactor(portal, browser);
  expect((await other.call(validateAuth)).status).toBe(401);
  expect((await browser.call(validateAuth)).status).toBe(200);
  expect((await stranger.call(validateAuth)).status).toBe(200);
  await portal.sendLetters();
  const letter = portal.mailbox.lettersTo(account.email).at(-1);
  expect(letter?.subject).toBe("Two-step verification was turned on for your Storyport account");
  expect(letter?.text).toContain("Hello Kim Person,");
  expect(letter?.html).toContain('<html lang="en" dir="ltr">');
});

test("a newer secret replaces an unconfirmed one", async () => {
  const { browser } = await aTeacherLoggedIn();
  const former = await beginFactor(portal, browser);
  const newer = await beginFactor(portal, browser);
  expect(await confirm(browser, await former.code())).toMatchObject({ status: 401, body: { code: "errors.secondFactorInvalid" } });
  expect((await confirm(browser, await newer.code())).status).toBe(200);
});

test("an account with a factor cannot begin or confirm another: errors.secondFactorEnrolled", async () => {
  const { browser } = await aTeacherLoggedIn();
  const app = await setUpFactor(portal, browser);
  expect(await browser.call(enrolSecondFactor, { body: {} })).toMatchObject({ status: 409, body: { code: "errors.secondFactorEnrolled" } });
  expect(await confirm(browser, await app.code())).toMatchObject({ status: 409, body: { code: "errors.secondFactorEnrolled" } });
});

test("confirming without a begun enrolment, or an hour later, is refused: errors.secondFactorNotBegun", async () => {
  const { browser } = await aTeacherLoggedIn();
  const refused = { status: 409, body: { code: "errors.secondFactorNotBegun" } };
  expect(await confirm(browser, "123456")).toMatchObject(refused);
  const app = await beginFactor(portal, browser);
  await portal.clock.travel(3601);
  expect(await confirm(browser, await app.code())).toMatchObject(refused);
});

test("a login older than a quarter of an hour is not enough to begin: errors.loginTooOld", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  await portal.clock.travel(15 * 60 + 1);
  expect(await browser.call(enrolSecondFactor, { body: {} })).toMatchObject({ status: 403, body: { code: "errors.loginTooOld" } });
  await logIn(browser, account);
  expect((await browser.call(enrolSecondFactor, { body: {} })).status).toBe(200);
});

test("a phone whose clock is one step off confirms, two steps off does not", async () => {
  for (const [steps, status] of [
    [-1, 200],
    [1, 200],
    [-2, 401],
    [2, 401],
  ] as const) {
    const { browser } = await aTeacherLoggedIn();
    const app = await beginFactor(portal, browser);
    expect({ steps, status: (await confirm(browser, await app.code(steps))).status }).toEqual({ steps, status });
  }
});

test("six wrong codes cause a wait: errors.tooManyAttempts", async () => {
  const { browser } = await aTeacherLoggedIn();
  const app = await beginFactor(portal, browser);
  for (let count = 0; count < 6; count++) expect((await confirm(browser, "no code")).status).toBe(401);
  const refused = await confirm(browser, await app.code());
  expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(100);
  await portal.clock.travel(120);
  expect((await confirm(browser, await app.code())).status).toBe(200);
});

test("one of fifty concurrent confirmations returns backup codes", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const app = await beginFactor(portal, browser);
  await spareWaits(portal, account.id);
  const code = await app.code();
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(browser, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await statusOf(browser)).toMatchObject({ enrolled: true, backupCodesLeft: 10 });
});

test("a login whose password was checked while the factor was confirmed still needs the factor", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  await beginFactor(portal, browser);
  const body = { email: account.email, password: aPassword, deviceName: "a test" };
  const answer = await meanwhile(portal, {
    account,
    happens: (transaction) =>
      transaction.updateTable("second_factors").set({ confirmed_at: new Date() }).where("account_id", "=", account.id).execute(),
    call: () => portal.browser().call(logInWithPassword, { body }),
  });
  expect(answer).toMatchObject({ status: 200, body: { secondFactor: "required" } });
});

test("a session that a reset ends meanwhile confirms nothing: errors.notLoggedIn", async () => {
  const { account, browser } = await aTeacherLoggedIn();
  const app = await beginFactor(portal, browser);
  const code = await app.code();
  const answer = await loggedOutMeanwhile(portal, { account, call: () => confirm(browser, code) });
  expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  expect(await statusOf(await logIn(portal.browser(), account))).toMatchObject({ enrolled: false });
});
