/** Per network address only failing accounts count, with a high limit, so that a school behind one address is never slowed (DESIGN 8.3). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aTeacher, anAccount, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { fillHashingQueue } from "#test/full-hashing-queue.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal({ TRUSTED_PROXIES: "10.9.9.9" });
});
afterAll(() => portal.close());

/** Each test has network addresses of its own, because all share the counts. */
interface From {
  remoteAddress: string;
  email?: string;
  password?: string;
  browser?: Browser;
  forwardedFor?: string;
}

function attempt({ remoteAddress, email, password = "Not-The-Password-1", browser, forwardedFor }: From): Promise<Answer> {
  return (browser ?? portal.browser()).call(logInWithPassword, {
    body: { email: email ?? `nobody-${randomUUID()}@school.example`, password, deviceName: "a test" },
    remoteAddress,
    ...(forwardedFor === undefined ? {} : { headers: { "x-forwarded-for": forwardedFor } }),
  });
}

async function failuresOf(bucket: string, kind = "password-address"): Promise<number> {
  const row = await portal.context.database
    .selectFrom("throttles")
    .select("failures")
    .where("key", "=", throttleKey(kind, bucket))
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** Sets the count directly, because real failures would hash for seconds. */
async function setFailures(bucket: string, failures: number, kind = "password-address"): Promise<void> {
  await portal.context.database.updateTable("throttles").set({ failures }).where("key", "=", throttleKey(kind, bucket)).execute();
}

test("successful logins are not counted by address, however many", async () => {
  const remoteAddress = "198.51.100.1";
  const people = await Promise.all(Array.from({ length: 20 }, () => aTeacher(portal)));
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(people.map(({ account }) => attempt({ remoteAddress, email: account.email, password: aPassword })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  expect(await failuresOf(remoteAddress)).toBe(0);
});

test("fifty accounts may fail within an hour; the next one puts its address in a slow lane, ten seconds at most, and no other", async () => {
  const remoteAddress = "198.51.100.2";
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 49);
  expect((await attempt({ remoteAddress })).status).toBe(401);
  expect((await attempt({ remoteAddress })).status).toBe(401);
  expect(await attempt({ remoteAddress })).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect((await attempt({ remoteAddress: "198.51.100.3" })).status).toBe(401);
  await portal.clock.travel(2);
  await setFailures(remoteAddress, 5000);
  await attempt({ remoteAddress });
  expect(Number((await attempt({ remoteAddress })).headers["retry-after"])).toBeLessThanOrEqual(10);
  await portal.clock.travel(11);
  const { account } = await aTeacher(portal);
  expect((await attempt({ remoteAddress, email: account.email, password: aPassword })).status).toBe(200);
});

test("an account counts once, however often it fails", async () => {
  const remoteAddress = "198.51.100.8";
  const { account } = await aTeacher(portal);
  for (let count = 0; count < 5; count++) await attempt({ remoteAddress, email: account.email });
  expect(await failuresOf(remoteAddress)).toBe(1);
});

test("a mistyped password before a login does not count", async () => {
  const remoteAddress = "198.51.100.9";
  const { account } = await aTeacher(portal);
  await attempt({ remoteAddress });
  await attempt({ remoteAddress, email: account.email });
  await attempt({ remoteAddress, email: account.email });
  expect(await failuresOf(remoteAddress)).toBe(2);
  expect(await failuresOf(remoteAddress, "password-address-failures")).toBe(3);
  expect((await attempt({ remoteAddress, email: account.email, password: aPassword })).status).toBe(200);
  expect(await failuresOf(remoteAddress)).toBe(1);
  expect(await failuresOf(remoteAddress, "password-address-failures")).toBe(1);
});

test("a blocked address still lets in a browser that the account knows", async () => {
  const remoteAddress = "198.51.100.4";
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 2000);
  await attempt({ remoteAddress });
  expect((await attempt({ remoteAddress, email: account.email, password: aPassword })).status).toBe(429);
  expect((await attempt({ remoteAddress, email: account.email, password: aPassword, browser })).status).toBe(200);
});

test("from an address past its free attempts, one of fifty concurrent guesses at fifty accounts is checked", async () => {
  const remoteAddress = "198.51.100.10";
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 150);
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt({ remoteAddress })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  expect(await failuresOf(remoteAddress)).toBe(151);
});

test("three hundred failures within ten minutes are a slow lane too, at however few accounts", async () => {
  const remoteAddress = "198.51.100.11";
  const { account } = await aTeacher(portal);
  for (let count = 0; count < 5; count++) await attempt({ remoteAddress, email: account.email });
  expect(await failuresOf(remoteAddress, "password-address-failures")).toBe(5);
  await setFailures(remoteAddress, 300, "password-address-failures");
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt({ remoteAddress })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
  await portal.clock.travel(601);
  expect((await attempt({ remoteAddress })).status).toBe(401);
  expect((await attempt({ remoteAddress })).status).toBe(401);
});

test("in the slow lane a right password causes no wait: teachers of one school log in one after another", async () => {
  const remoteAddress = "198.51.100.12";
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 2000);
  await setFailures(remoteAddress, 3000, "password-address-failures");
  for (let count = 0; count < 5; count++) {
    const { account } = await aTeacher(portal);
    expect((await attempt({ remoteAddress, email: account.email, password: aPassword })).status).toBe(200);
  }
  expect([await failuresOf(remoteAddress), await failuresOf(remoteAddress, "password-address-failures")]).toEqual([2000, 3000]);
});

test("in the slow lane a right password of a refused account causes no wait either", async () => {
  const remoteAddress = "198.51.100.13";
  const { account, organization } = await aTeacher(portal);
  const closed = await anAccount(portal, { status: "DEACTIVATED", memberships: [{ organization, roles: ["teacher"] }] });
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 2000);
  expect((await attempt({ remoteAddress, email: closed.email, password: aPassword })).status).toBe(403);
  expect((await attempt({ remoteAddress, email: account.email, password: aPassword })).status).toBe(200);
});

test("in the slow lane a waiting account does not delay others", async () => {
  const remoteAddress = "198.51.100.14";
  const [waiting, other] = [await aTeacher(portal), await aTeacher(portal)];
  for (let count = 0; count < 6; count++) await attempt({ remoteAddress: "198.51.100.15", email: waiting.account.email });
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 2000);
  expect((await attempt({ remoteAddress, email: waiting.account.email })).status).toBe(429);
  expect((await attempt({ remoteAddress, email: other.account.email, password: aPassword })).status).toBe(200);
});

test("a blocked address does not touch the count of the account it tried", async () => {
  const remoteAddress = "198.51.100.5";
  const { account } = await aTeacher(portal);
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 2000);
  await attempt({ remoteAddress });
  for (let count = 0; count < 10; count++) await attempt({ remoteAddress, email: account.email });
  expect((await attempt({ remoteAddress: "198.51.100.6", email: account.email, password: aPassword })).status).toBe(200);
});

test("after the window the count starts again", async () => {
  const remoteAddress = "198.51.100.7";
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 49);
  await portal.clock.travel(3601);
  await attempt({ remoteAddress });
  expect(await failuresOf(remoteAddress)).toBe(1);
});

test("a /64 of IPv6 is one address, the next /64 another", async () => {
  await attempt({ remoteAddress: "2001:db8:1:2::1" });
  await attempt({ remoteAddress: "2001:db8:1:2:ffff:ffff:ffff:ffff" });
  await attempt({ remoteAddress: "2001:db8:1:3::1" });
  expect(await failuresOf("2001:db8:1:2::/64")).toBe(2);
  expect(await failuresOf("2001:db8:1:3::/64")).toBe(1);
});

test("an IPv4 address and its IPv6-mapped form are one address", async () => {
  await attempt({ remoteAddress: "203.0.113.9" });
  await attempt({ remoteAddress: "::ffff:203.0.113.9" });
  // The same address in hexadecimal.
  await attempt({ remoteAddress: "10.9.9.9", forwardedFor: "::ffff:cb00:7109" });
  expect(await failuresOf("203.0.113.9")).toBe(3);
});

test("X-Forwarded-For of an unlisted proxy is ignored", async () => {
  await attempt({ remoteAddress: "203.0.113.20", forwardedFor: "1.1.1.1" });
  expect(await failuresOf("203.0.113.20")).toBe(1);
  expect(await failuresOf("1.1.1.1")).toBe(0);
});

test("behind a listed proxy the right-most foreign address counts, in its normal form", async () => {
  for (const forwardedFor of ["6.6.6.6, 203.0.113.30", "203.0.113.30", "unknown, 203.0.113.30", "203.0.113.30:51234"]) {
    await attempt({ remoteAddress: "10.9.9.9", forwardedFor });
  }
  expect(await failuresOf("203.0.113.30")).toBe(4);
  for (const forwardedFor of ["2001:0DB8:0001:0009:0:0:0:1", "2001:db8:1:9::2", "[2001:db8:1:9::3]:443", "[2001:db8:1:9::4]"]) {
    await attempt({ remoteAddress: "10.9.9.9", forwardedFor });
  }
  expect(await failuresOf("2001:db8:1:9::/64")).toBe(4);
});

test("all invalid addresses share one count", async () => {
  for (const forwardedFor of ["unknown", "a", "<script>", "999.1.1.1", "1.2.3"]) {
    expect((await attempt({ remoteAddress: "10.9.9.9", forwardedFor })).status).toBe(401);
  }
  expect(await failuresOf("unknown")).toBe(5);
});

test("in the slow lane a login that the full hashing queue refuses (errors.busy) counts neither for its address nor its account", async () => {
  const remoteAddress = "198.51.100.16";
  const { account } = await aTeacher(portal);
  await attempt({ remoteAddress });
  await setFailures(remoteAddress, 150);
  const emptyQueue = fillHashingQueue(portal.context.hasher);
  const refused = await attempt({ remoteAddress, email: account.email, password: aPassword });
  await emptyQueue();
  expect(refused).toMatchObject({ status: 503, body: { code: "errors.busy" } });
  expect(await failuresOf(remoteAddress)).toBe(150);
  expect(await failuresOf(account.email, "password-account")).toBe(0);
});
