/** A login whose first factor was right is completed by a passkey instead of a code (docs/decisions/0073). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOwnIdentities } from "@storyport/contract/federated-login";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { addPasskey, completeLoginByPasskey, getHalfLogin, renamePasskey, startPasskeyLogin } from "@storyport/contract/passkeys";
import { listOwnSessions } from "@storyport/contract/sessions";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aPassword, aSecondFactor, aSession, aTeacher, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { deactivatedMeanwhile } from "#test/meanwhile.ts";
import { listPasskeysOf, setUpPasskey, signWith } from "#test/passkey-device.ts";
import type { Misbehaviour, TestPasskey } from "#test/passkey-device.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const refused = (status: number, code: string) => ({ status, body: { code } });

async function aTeacherWithBoth() {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const passkey = await setUpPasskey(browser);
  await aSecondFactor(portal, account);
  return { account, browser, passkey };
}

async function aHalfLogin({ email }: TestAccount): Promise<Browser> {
  const browser = portal.browser();
  const { body } = await browser.call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
  expect(body).toEqual({ secondFactor: "required" });
  return browser;
}

async function complete(browser: Browser, passkey: TestPasskey, wrong: Misbehaviour = {}): Promise<Answer> {
  const { body } = await browser.call(startPasskeyLogin, { body: {} });
  return browser.call(completeLoginByPasskey, { body: { credential: signWith(passkey, body, wrong) } });
}

describe("completeLoginByPasskey", () => {
  test("logs in with a new session; the former secret ends, and the history says by which means", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    const former = half.cookies.get("session") ?? "";
    expect(await complete(half, passkey)).toMatchObject({ status: 200, body: { accountId: account.id, loginType: "PASSWORD" } });
    expect((await half.call(validateAuth)).body).toMatchObject({ accountId: account.id });
    const copy = portal.browser();
    copy.cookies.set("session", former);
    expect((await copy.call(getHalfLogin)).status).toBe(401);
    const [event] = await eventsAbout(portal, account.id);
    expect(event).toMatchObject({ event: "second_factor_passed", details: { loginType: "PASSWORD", by: "passkey" } });
    const sessions = listOwnSessions.response.parse((await half.call(listOwnSessions)).body);
    expect(sessions.find(({ isCurrent }) => isCurrent)?.byPasskey).toBe(true);
  });

  test("keeps the login type of a provider", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aSession(portal, account, { loginType: "GOOGLE" });
    const { database } = portal.context;
    await database
      .updateTable("sessions")
      .set({ stage: "SECOND_FACTOR" })
      .where("account_id", "=", account.id)
      .where("login_type", "=", "GOOGLE")
      .execute();
    expect(await complete(half, passkey)).toMatchObject({ status: 200, body: { loginType: "GOOGLE" } });
    expect((await half.call(listOwnIdentities)).status).toBe(200);
  });

  test("refuses the passkey of another account: errors.passkeyUnknown; the half session stays", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const other = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    expect(await complete(half, other.passkey)).toMatchObject(refused(401, "errors.passkeyUnknown"));
    expect((await half.call(validateAuth)).status).toBe(401);
    expect((await complete(half, passkey)).status).toBe(200);
  });

  test("refuses another origin: errors.passkeyInvalid; another browser's challenge: errors.passkeyStale", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    expect(await complete(half, passkey, { origin: "https://evil.example" })).toMatchObject(refused(401, "errors.passkeyInvalid"));
    const { body } = await portal.browser().call(startPasskeyLogin, { body: {} });
    const answer = await half.call(completeLoginByPasskey, { body: { credential: signWith(passkey, body) } });
    expect(answer).toMatchObject(refused(410, "errors.passkeyStale"));
  });

  test("refuses a copy, and marks it: errors.passkeyCopied", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const copy = { ...passkey };
    expect((await complete(await aHalfLogin(account), passkey)).status).toBe(200);
    const half = await aHalfLogin(account);
    expect(await complete(half, copy)).toMatchObject(refused(403, "errors.passkeyCopied"));
    expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toContain("passkey_copied");
    expect((await half.call(validateAuth)).status).toBe(401);
  });

  test("finds an account that was deactivated meanwhile: errors.userNotActive", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    const answer = await deactivatedMeanwhile(portal, { account, call: () => complete(half, passkey) });
    expect(answer).toMatchObject(refused(403, "errors.userNotActive"));
  });

  test("waits at an address with too many failures: errors.tooManyAttempts", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    const { database } = portal.context;
    const inAnHour = sql<Date>`now() + interval '1 hour'`;
    const blocked = { failures: 1, window_ends_at: inAnHour, blocked_until: inAnHour };
    const key = throttleKey("passkey-address", "127.0.0.1");
    await database
      .insertInto("throttles")
      .values({ key, ...blocked })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(blocked))
      .execute();
    expect(await complete(half, passkey)).toMatchObject(refused(429, "errors.tooManyAttempts"));
    await database.deleteFrom("throttles").where("key", "=", key).execute();
    expect((await complete(half, passkey)).status).toBe(200);
  });

  test("of fifty at once one logs in", async () => {
    const { account, passkey } = await aTeacherWithBoth();
    const half = await aHalfLogin(account);
    const cookies = new Map(half.cookies);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const tab = portal.browser();
        for (const [name, value] of cookies) tab.cookies.set(name, value);
        return complete(tab, { ...passkey });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test("getHalfLogin tells whether the account has a passkey", async () => {
  const { account } = await aTeacherWithBoth();
  expect((await (await aHalfLogin(account)).call(getHalfLogin)).body).toEqual({ hasPasskey: true });
  const without = await aTeacher(portal);
  await aSecondFactor(portal, without.account);
  expect((await (await aHalfLogin(without.account)).call(getHalfLogin)).body).toEqual({ hasPasskey: false });
});

test("a half session that waits for a code adds no passkey: errors.notLoggedIn", async () => {
  const { account } = await aTeacherWithBoth();
  const half = await aHalfLogin(account);
  const credential = { id: "AAAA", rawId: "AAAA", type: "public-key", response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };
  expect(await half.call(addPasskey, { body: { name: "Mine", credential } })).toMatchObject(refused(401, "errors.notLoggedIn"));
});

describe("renamePasskey", () => {
  test("gives the passkey another name, without white space around it", async () => {
    const { browser } = await aTeacherWithBoth();
    const [own] = await listPasskeysOf(browser);
    const answer = await browser.call(renamePasskey, { params: { passkeyId: own?.id }, body: { name: "  Jobbmaskin " } });
    expect(answer).toMatchObject({ status: 200, body: { ...own, name: "Jobbmaskin" } });
    expect(await listPasskeysOf(browser)).toEqual([{ ...own, name: "Jobbmaskin" }]);
  });

  test("of another account: errors.notFound; without a name: errors.invalidInput", async () => {
    const { browser } = await aTeacherWithBoth();
    const other = await aTeacherWithBoth();
    const [own] = await listPasskeysOf(browser);
    const rename = (by: Browser, name: string) => by.call(renamePasskey, { params: { passkeyId: own?.id }, body: { name } });
    expect(await rename(other.browser, "Mine now")).toMatchObject(refused(404, "errors.notFound"));
    for (const name of ["", " ", "n".repeat(65)]) expect(await rename(browser, name)).toMatchObject(refused(400, "errors.invalidInput"));
    expect(await listPasskeysOf(browser)).toEqual([own]);
  });
});
