/** Guessers are slowed down, per account first (DESIGN 8.3; specification, section 8). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { sweep } from "#/platform/jobs/sweep.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { askForReset, tokenInLetterTo } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const wrong = "Not-The-Password-1";

function guess(email: string, password = wrong, browser: Browser = portal.browser()): Promise<Answer> {
  return browser.call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
}

async function rowOf(email: string) {
  const key = throttleKey("password-account", email);
  return portal.context.database.selectFrom("throttles").selectAll().where("key", "=", key).executeTakeFirst();
}

/** Sets the count of failures, with the wait after them already over. */
async function setFailures(email: string, failures: number): Promise<void> {
  await portal.context.database
    .updateTable("throttles")
    .set({ failures })
    .where("key", "=", throttleKey("password-account", email))
    .execute();
}

/** Returns the wait after a failure, in whole seconds. */
async function waitAfterFailure(email: string): Promise<number> {
  expect((await guess(email)).status).toBe(401);
  const row = await rowOf(email);
  return Math.round(((row?.blocked_until.getTime() ?? 0) - Date.now()) / 1000);
}

test("five failures cost nothing, each further one a wait of 1, 2, 4, ... 60 seconds", async () => {
  const { account } = await aTeacher(portal);
  for (let count = 0; count < 5; count++) expect(await waitAfterFailure(account.email)).toBeLessThanOrEqual(0);
  for (const expected of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const wait = await waitAfterFailure(account.email);
    expect(wait).toBeLessThanOrEqual(expected);
    expect(wait).toBeGreaterThanOrEqual(expected - 1);
    await portal.clock.travel(expected);
  }
});

test("while the wait runs even the right password is refused, with Retry-After; after it, it is taken", async () => {
  const { account } = await aTeacher(portal);
  await guess(account.email);
  await setFailures(account.email, 30);
  await guess(account.email);
  const refused = await guess(account.email, aPassword);
  expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  await portal.clock.travel(61);
  expect((await guess(account.email, aPassword)).status).toBe(200);
});

test("a hundred failures stop all guessing, also after forty days: errors.loginStopped, and the owner gets one letter", async () => {
  const { account } = await aTeacher(portal);
  const { email } = account;
  await guess(email);
  await setFailures(email, 98);
  expect((await guess(email)).status).toBe(401);
  await portal.clock.travel(61);
  expect((await guess(email)).status).toBe(401);
  await portal.sendLetters();
  for (const seconds of [61, 3600, 40 * 24 * 3600]) {
    await portal.clock.travel(seconds);
    await sweep(portal.context);
    expect(await guess(email, aPassword)).toMatchObject({ status: 429, body: { code: "errors.loginStopped" } });
  }
  expect((await rowOf(email))?.failures).toBe(100);
  await portal.sendLetters();
  const letters = portal.mailbox.lettersTo(email);
  expect(letters).toMatchObject([{ subject: "Wrong passwords for your Storyport account" }]);
});

test("the link in that letter ends the stop", async () => {
  const { account } = await aTeacher(portal);
  const { email } = account;
  await guess(email);
  await setFailures(email, 99);
  await guess(email);
  await portal.sendLetters();
  const body = { email, token: tokenInLetterTo(portal, email), password: "Quiet-Harbour-52" };
  expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
  expect((await guess(email, "Quiet-Harbour-52")).status).toBe(200);
});

test("an unknown address is stopped with the same bytes, without a letter", async () => {
  const { account } = await aTeacher(portal);
  const nobody = `nobody-${randomUUID()}@school.example`;
  const answers = [];
  for (const email of [account.email, nobody]) {
    await guess(email);
    await setFailures(email, 99);
    await guess(email);
    const { status, body, headers } = await guess(email);
    answers.push({ status, body: { ...Object(body), requestId: "" }, wait: headers["retry-after"] });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 429, wait: undefined });
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(nobody)).toEqual([]);
});

test("an unknown address's count is swept after thirty days; an account stays stopped", async () => {
  const { account } = await aTeacher(portal);
  const nobody = `nobody-${randomUUID()}@school.example`;
  for (const email of [account.email, nobody]) {
    await guess(email);
    await setFailures(email, 99);
    await guess(email);
  }
  await portal.clock.travel(29 * 24 * 3600);
  await sweep(portal.context);
  for (const email of [account.email, nobody]) expect(await guess(email)).toMatchObject({ body: { code: "errors.loginStopped" } });
  await portal.clock.travel(2 * 24 * 3600);
  await sweep(portal.context);
  expect(await rowOf(nobody)).toBeUndefined();
  expect((await rowOf(account.email))?.failures).toBe(100);
});

test("a new password forgets every known browser of the account", async () => {
  const { account } = await aTeacher(portal);
  const own = await logIn(portal.browser(), account);
  const body = { email: account.email, token: await askForReset(portal, account.email), password: "Quiet-Harbour-52" };
  expect((await portal.browser().call(setPassword, { body })).status).toBe(200);
  await guess(account.email, wrong, own);
  expect((await rowOf(account.email))?.failures).toBe(1);
});

test("failures of several days add up, and are forgotten after thirty days", async () => {
  const { account } = await aTeacher(portal);
  await guess(account.email);
  await setFailures(account.email, 60);
  await portal.clock.travel(20 * 24 * 3600);
  await guess(account.email);
  expect((await rowOf(account.email))?.failures).toBe(61);
  await portal.clock.travel(11 * 24 * 3600);
  await guess(account.email);
  expect((await rowOf(account.email))?.failures).toBe(1);
});

test("a success clears the count", async () => {
  const { account } = await aTeacher(portal);
  for (let count = 0; count < 5; count++) await guess(account.email);
  expect((await guess(account.email, aPassword)).status).toBe(200);
  expect(await rowOf(account.email)).toBeUndefined();
});

test("others' guesses do not lock out a browser that has logged in before", async () => {
  const { account } = await aTeacher(portal);
  const own = await logIn(portal.browser(), account);
  await guess(account.email);
  await setFailures(account.email, 99);
  await guess(account.email);
  expect((await guess(account.email, aPassword)).status).toBe(429);
  expect((await guess(account.email, aPassword, own)).status).toBe(200);
});

test("a known browser is slowed down by its own guesses, which do not affect others", async () => {
  const { account } = await aTeacher(portal);
  const own = await logIn(portal.browser(), account);
  const device = own.cookies.get("device") ?? "";
  const key = throttleKey("known-device", `${device} ${account.id}`);
  await guess(account.email, wrong, own);
  await portal.context.database.updateTable("throttles").set({ failures: 30 }).where("key", "=", key).execute();
  await guess(account.email, wrong, own);
  expect((await guess(account.email, aPassword, own)).status).toBe(429);
  expect((await guess(account.email, aPassword)).status).toBe(200);
});

test("a browser known to one account is unknown to another", async () => {
  const { account } = await aTeacher(portal);
  const other = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await guess(other.account.email, wrong, browser);
  expect((await rowOf(other.account.email))?.failures).toBe(1);
});

test("a made-up device cookie never becomes known: a login replaces it", async () => {
  const { account } = await aTeacher(portal);
  const planted = "P".repeat(43);
  const browser = portal.browser();
  browser.cookies.set("device", planted);
  await logIn(browser, account);
  expect(browser.cookies.get("device")).not.toBe(planted);
  const attacker = portal.browser();
  attacker.cookies.set("device", planted);
  await guess(account.email, wrong, attacker);
  expect((await rowOf(account.email))?.failures).toBe(1);
});

test("a planted cookie of an attacker's account dies when the victim logs in with it", async () => {
  const [owner, planter] = [await aTeacher(portal), await aTeacher(portal)];
  const theirs = await logIn(portal.browser(), planter.account);
  const browser = portal.browser();
  browser.cookies.set("device", theirs.cookies.get("device") ?? "");
  await logIn(browser, owner.account);
  await guess(owner.account.email, wrong, theirs);
  await guess(planter.account.email, wrong, theirs);
  expect((await rowOf(owner.account.email))?.failures).toBe(1);
  expect((await rowOf(planter.account.email))?.failures).toBe(1);
});

test("a staff room's computer is known to every account that logged in there, and keeps its cookie", async () => {
  const staff = [await aTeacher(portal), await aTeacher(portal), await aTeacher(portal)];
  const shared = portal.browser();
  for (const { account } of staff) await logIn(shared, account);
  const device = shared.cookies.get("device");
  for (const { account } of staff) {
    await guess(account.email, wrong, shared);
    expect(await rowOf(account.email)).toBeUndefined();
    await logIn(shared, account);
  }
  expect(shared.cookies.get("device")).toBe(device);
});

test("a browser is forgotten after a year, and its next login makes it known again", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await portal.clock.travel(366 * 24 * 3600);
  await guess(account.email, wrong, browser);
  expect((await rowOf(account.email))?.failures).toBe(1);
  await logIn(browser, account);
  await guess(account.email, wrong, browser);
  expect(await rowOf(account.email)).toBeUndefined();
});

test("a made-up device cookie is known to no account", async () => {
  const { account } = await aTeacher(portal);
  const browser = portal.browser();
  browser.cookies.set("device", "A".repeat(43));
  await guess(account.email, wrong, browser);
  expect((await rowOf(account.email))?.failures).toBe(1);
});

test("an unknown address is throttled like a known one", async () => {
  const email = `nobody-${randomUUID()}@school.example`;
  for (let count = 0; count < 6; count++) expect((await guess(email)).status).toBe(401);
  expect((await rowOf(email))?.failures).toBe(6);
  await setFailures(email, 40);
  await portal.clock.travel(2);
  await guess(email);
  expect((await guess(email)).status).toBe(429);
});

test("an account has one count, however its address is written", async () => {
  const { account } = await aTeacher(portal);
  const spellings = [account.email.toUpperCase(), ` ${account.email}`, account.email.replace("@", "＠"), account.email];
  for (const email of spellings) await guess(email);
  expect((await rowOf(account.email))?.failures).toBe(4);
});

test("no e-mail address can be read from the counts", async () => {
  await guess("canary@school.example");
  const rows = await portal.context.database.selectFrom("throttles").select("key").execute();
  expect(rows).not.toEqual([]);
  expect(JSON.stringify(rows)).not.toContain("@");
});
