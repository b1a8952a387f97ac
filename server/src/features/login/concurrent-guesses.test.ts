/**
 * Of many concurrent guesses at a password none is checked without being counted, and none is counted twice (DESIGN 8.1). Right passwords
 * are no guesses, so all of them log in (DESIGN 8.3).
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmLogin } from "@storyport/contract/confirmations";
import { logInWithPassword } from "@storyport/contract/login";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

function guess(email: string, browser: Browser = portal.browser(), remoteAddress = "192.0.2.1"): Promise<Answer> {
  return browser.call(logInWithPassword, { body: { email, password: "Not-The-Password-1", deviceName: "a test" }, remoteAddress });
}

async function failuresOf(key: string): Promise<number | undefined> {
  return (await portal.context.database.selectFrom("throttles").select("failures").where("key", "=", key).executeTakeFirst())?.failures;
}

test("of fifty concurrent guesses after many failures one is checked and counted, and the others are refused", async () => {
  const { account } = await aTeacher(portal);
  const key = throttleKey("password-account", account.email);
  await guess(account.email);
  await portal.context.database.updateTable("throttles").set({ failures: 20 }).where("key", "=", key).execute();
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(account.email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  expect(await failuresOf(key)).toBe(21);
});

test.each([
  ["an account", async () => ({ email: (await aTeacher(portal)).account.email })],
  ["an unknown address", async () => ({ email: `nobody-${randomUUID()}@school.example` })],
  ["an account by a browser that it knows", knownBrowser],
])("six of fifty concurrent guesses at %s reach the password check", async (_, begin) => {
  const { email, browser, key = throttleKey("password-account", email) }: Guessed = await begin();
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(email, browser)));
  const tried = answers.filter(({ status }) => status === 401).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - tried);
  expect(tried).toBeGreaterThanOrEqual(6);
  // On a slow machine each second lets one more guess through, and each is counted.
  expect(await failuresOf(key)).toBe(tried);
  expect(tried).toBeLessThanOrEqual(8);
});

interface Guessed {
  email: string;
  browser?: Browser;
  key?: string;
}

async function knownBrowser(): Promise<Guessed> {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  return { email: account.email, browser, key: throttleKey("known-device", `${browser.cookies.get("device")} ${account.id}`) };
}

test("concurrent guesses by a known browser, by others and at an unknown address each count for themselves", async () => {
  const { email, browser, key } = await knownBrowser();
  const nobody = `nobody-${randomUUID()}@school.example`;
  const guesses = [1, 2, 3].flatMap(() => [guess(email, browser), guess(email), guess(nobody)]);
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(401);
  for (const each of [key ?? "", throttleKey("password-account", email), throttleKey("password-account", nobody)]) {
    expect(await failuresOf(each)).toBe(3);
  }
});

test("of fifty concurrent guesses at one account from an address in the slow lane one is checked, and each count has one more", async () => {
  const { account } = await aTeacher(portal);
  const remoteAddress = "198.51.100.77";
  const lane = throttleKey("password-address", remoteAddress);
  await guess(`nobody-${randomUUID()}@school.example`, portal.browser(), remoteAddress);
  await portal.context.database.updateTable("throttles").set({ failures: 150 }).where("key", "=", lane).execute();
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(account.email, portal.browser(), remoteAddress)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  expect(await failuresOf(lane)).toBe(151);
  expect(await failuresOf(throttleKey("password-account", account.email))).toBe(1);
});

const enter = (email: string, password = aPassword): Promise<Answer> =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });
/** Sets the failures of an account, with the last wait already over. */
const setFailures = (email: string, failures: number) =>
  portal.context.database
    .insertInto("throttles")
    .values({
      key: throttleKey("password-account", email),
      failures,
      window_ends_at: new Date(Date.now() + 3_600_000),
      blocked_until: new Date(0),
    })
    .execute();

test.each([
  [30, 0],
  [10, 5],
  [10, 99],
])("%d concurrent right logins of one account by unknown browsers all succeed after %d failures", async (logins, failures) => {
  const { account } = await aTeacher(portal);
  await setFailures(account.email, failures);
  const answers = await Promise.all(Array.from({ length: logins }, () => enter(account.email)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await failuresOf(throttleKey("password-account", account.email))).toBeUndefined();
});

test("thirty concurrent right confirmations by one browser all succeed", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const answers = await Promise.all(Array.from({ length: 30 }, () => browser.call(confirmLogin, { body: { password: aPassword } })));
  expect(answers.filter(({ status }) => status !== 204)).toEqual([]);
});

test("of thirty concurrent logins the one with a mistyped password is refused as wrong, and the others succeed", async () => {
  const { account } = await aTeacher(portal);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => enter(account.email, index === 8 ? "Not-The-Password-1" : aPassword)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, (_, index) => (index === 8 ? 401 : 200)));
});

test("a right password behind a wrong one waits for its check, and is then refused while the account must wait", async () => {
  const { account } = await aTeacher(portal);
  const key = throttleKey("password-account", account.email);
  // The next failure begins a wait of a minute, so that a slow machine does not outlast it.
  await setFailures(account.email, 50);
  const order: number[] = [];
  const noted = async (answer: Promise<Answer>) => void order.push((await answer).status);
  const wrong = noted(guess(account.email));
  while ((await failuresOf(key)) === 50);
  await Promise.all([wrong, ...Array.from({ length: 49 }, () => noted(enter(account.email)))]);
  expect(order).toEqual([401, ...Array.from({ length: 49 }, () => 429)]);
  expect(await failuresOf(key)).toBe(51);
});

test.each([
  ["an account", async () => (await aTeacher(portal)).account.email],
  ["an unknown address", async () => `nobody-${randomUUID()}@school.example`],
])("the refusals of concurrent guesses at %s come after the checks", async (_, begin) => {
  const email = await begin();
  const order: number[] = [];
  await Promise.all(Array.from({ length: 20 }, async () => void order.push((await guess(email)).status)));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).toContain(429);
});
