/** Of many concurrent guesses at a password none is checked without being counted, and none is counted twice (DESIGN 8.1, 8.3). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { throttleKey } from "#/platform/throttle.ts";
import { aTeacher, logIn } from "#test/builders.ts";
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
