/** Every account with a second factor must pass it, whatever its login type (DESIGN A23, 8.1, 8.3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { confirmSecondFactor, secondFactorStatus, verifySecondFactor } from "@storyport/contract/second-factor";
import { setUpFactor, spareWaits } from "#test/authenticator.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import type { AccountParts, TestAccount } from "#test/builders.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { deactivatedMeanwhile } from "#test/meanwhile.ts";
import { askForReset } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherWithFactor(parts: Pick<AccountParts, "locale" | "platformRoles"> = {}) {
  const { account, organization } = await aTeacher(portal, parts);
  const browser = await logIn(portal.browser(), account);
  const app = await setUpFactor(portal, browser);
  return { account, organization, app, browser };
}

/** A session after the password and before the second factor. */
async function halfLogin(account: TestAccount, browser = portal.browser(), password = aPassword): Promise<Browser> {
  const { status, body } = await browser.call(logInWithPassword, { body: { email: account.email, password, deviceName: "a test" } });
  expect({ status, body }).toEqual({ status: 200, body: { secondFactor: "required" } });
  return browser;
}

/** Sequential, because concurrent logins from unknown browsers would have to wait. */
async function halfLogins(account: TestAccount, count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  while (browsers.length < count) browsers.push(await halfLogin(account));
  return browsers;
}

const verify = (browser: Browser, code: string): Promise<Answer> => browser.call(verifySecondFactor, { body: { code } });
const wrongCode = { status: 401, body: { code: "errors.secondFactorInvalid" } };
const notLoggedIn = { status: 401, body: { code: "errors.notLoggedIn" } };

async function eventsOf(account: TestAccount): Promise<string[]> {
  const rows = await portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", account.id).execute();
  return rows.map(({ event }) => event);
}

describe("a code of the app", () => {
  test("logs in with a new session; the half session's cookie no longer works", async () => {
    const { account, organization, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const half = browser.cookies.get("session") ?? "";
    expect(await browser.call(validateAuth)).toMatchObject(notLoggedIn);
    browser.cookies.set("session", half);
    const { status, body } = await verify(browser, await app.code());
    expect({ status, body }).toMatchObject({ status: 200, body: { accountId: account.id, orgId: organization.id, loginType: "PASSWORD" } });
    expect(browser.cookies.get("session")).not.toBe(half);
    expect((await browser.call(validateAuth)).body).toEqual(body);
    const copy = portal.browser();
    copy.cookies.set("session", half);
    expect(await verify(copy, await app.code(1))).toMatchObject(notLoggedIn);
    expect(await eventsOf(account)).toEqual(expect.arrayContaining(["second_factor_added", "second_factor_passed"]));
  });

  test("is refused when it is used again, in the next request and in another browser", async () => {
    const { account, app } = await aTeacherWithFactor();
    const [first, second] = [await halfLogin(account), await halfLogin(account)];
    const code = await app.code();
    expect((await verify(first, code)).status).toBe(200);
    expect(await verify(first, code)).toMatchObject(notLoggedIn);
    expect(await verify(second, code)).toMatchObject(wrongCode);
    expect((await verify(second, await app.code(1))).status).toBe(200);
  });

  test("is refused when a later one was used before it", async () => {
    const { account, app } = await aTeacherWithFactor();
    const [first, second] = [await halfLogin(account), await halfLogin(account)];
    expect((await verify(first, await app.code(1))).status).toBe(200);
    expect(await verify(second, await app.code())).toMatchObject(wrongCode);
  });

  test("of one step before or after is accepted, of two steps refused", async () => {
    const { account, app } = await aTeacherWithFactor();
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      const browser = await halfLogin(account);
      expect({ steps, status: (await verify(browser, await app.code(steps))).status }).toEqual({ steps, status });
    }
  });

  test("of another's app is refused", async () => {
    const [one, other] = [await aTeacherWithFactor(), await aTeacherWithFactor()];
    expect(await verify(await halfLogin(one.account), await other.app.code())).toMatchObject(wrongCode);
  });

  test("may contain spaces", async () => {
    const { account, app } = await aTeacherWithFactor();
    const code = await app.code();
    expect((await verify(await halfLogin(account), ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  test("used fifty times concurrently logs in once", async () => {
    const { account, app } = await aTeacherWithFactor();
    // Three tries for each half session, which ends after five.
    const browsers = await halfLogins(account, 17);
    await spareWaits(portal, account.id);
    const code = await app.code();
    const answers = await raceOf50(browsers, code);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a backup code", () => {
  test("logs in once, ignoring case, spaces and hyphens, and the owner gets an e-mail with the number left", async () => {
    const { account, app } = await aTeacherWithFactor({ locale: "nb" });
    const [code = ""] = app.backupCodes;
    const browser = await halfLogin(account);
    expect((await verify(browser, ` ${code.toLowerCase().replace("-", " ")}`)).status).toBe(200);
    expect((await browser.call(secondFactorStatus)).body).toMatchObject({ backupCodesLeft: 9 });
    expect(await verify(await halfLogin(account), code)).toMatchObject(wrongCode);
    await portal.sendLetters();
    const letter = portal.mailbox.lettersTo(account.email).find(({ text }) => text.includes("Reservekoder igjen: 9."));
    expect(letter?.html).toContain('<html lang="nb" dir="ltr">');
    const letters = await portal.context.database.selectFrom("outbox").select("letter").where("account_id", "=", account.id).execute();
    expect(letters.map((row) => row.letter)).toEqual(expect.arrayContaining(["factorAdded", "backupCodeUsed"]));
  });

  test("of another account is refused", async () => {
    const [one, other] = [await aTeacherWithFactor(), await aTeacherWithFactor()];
    expect(await verify(await halfLogin(one.account), other.app.backupCodes[0] ?? "")).toMatchObject(wrongCode);
  });

  test("used fifty times concurrently logs in once", async () => {
    const { account, app } = await aTeacherWithFactor();
    // Three tries for each half session, which ends after five.
    const browsers = await halfLogins(account, 17);
    await spareWaits(portal, account.id);
    const answers = await raceOf50(browsers, app.backupCodes[0] ?? "");
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("guessing", () => {
  test.each(["", " ", "12345", "1234567", "🦊", "' or 1=1 --", "0".repeat(64)])("%j is a wrong code, not a wrong form", async (code) => {
    const { account } = await aTeacherWithFactor();
    expect(await verify(await halfLogin(account), code)).toMatchObject(wrongCode);
  });

  test("the fifth wrong code ends the half session: the next guess needs the password again", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const half = browser.cookies.get("session") ?? "";
    for (let count = 0; count < 5; count++) expect(await verify(browser, "no code")).toMatchObject(wrongCode);
    browser.cookies.set("session", half);
    expect(await verify(browser, await app.code())).toMatchObject(notLoggedIn);
    expect((await verify(await halfLogin(account), await app.code())).status).toBe(200);
    expect((await eventsOf(account)).filter((event) => event === "second_factor_failed")).toHaveLength(5);
  });

  test("after six guesses each further guess must wait, over all half sessions: errors.tooManyAttempts; a success clears the count", async () => {
    const { account, app } = await aTeacherWithFactor();
    for (let count = 0; count < 6; count++) expect(await verify(await halfLogin(account), "no code")).toMatchObject(wrongCode);
    const refused = await verify(await halfLogin(account), await app.code());
    expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(100);
    await portal.clock.travel(120);
    expect((await verify(await halfLogin(account), await app.code())).status).toBe(200);
    expect(await verify(await halfLogin(account), "no code")).toMatchObject(wrongCode);
  });

  test("at most six of fifty concurrent wrong codes are checked", async () => {
    const { account } = await aTeacherWithFactor();
    const browsers = await halfLogins(account, 10);
    const answers = await raceOf50(browsers, "no code");
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(44);
  });

  test("at most five of fifty wrong codes in one half session are checked, and it ends", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const key = await spareWaits(portal, account.id);
    const half = browser.cookies.get("session") ?? "";
    const copies = Array.from({ length: 50 }, () => {
      const copy = portal.browser();
      copy.cookies.set("session", half);
      return copy;
    });
    const answers = await Promise.all(copies.map((copy) => verify(copy, "no code")));
    const looked = answers.filter(({ text }) => text.includes("errors.secondFactorInvalid"));
    expect(looked.length).toBeLessThanOrEqual(5);
    // What is not checked is not counted against the account, which was spared a hundred waits.
    const counted = portal.context.database.selectFrom("throttles").select("failures").where("key", "=", key);
    expect((await counted.executeTakeFirstOrThrow()).failures).toBeLessThanOrEqual(-95);
    browser.cookies.set("session", half);
    expect(await verify(browser, await app.code())).toMatchObject(notLoggedIn);
  });
});

describe("a half session", () => {
  test("ends after ten minutes, and by logging out", async () => {
    const { account, app } = await aTeacherWithFactor();
    const late = await halfLogin(account);
    await portal.clock.travel(601);
    expect(await verify(late, await app.code())).toMatchObject(notLoggedIn);
    const left = await halfLogin(account);
    const half = left.cookies.get("session") ?? "";
    expect((await left.call(logOut)).status).toBe(200);
    left.cookies.set("session", half);
    expect(await verify(left, await app.code())).toMatchObject(notLoggedIn);
  });

  test("ends with the permission to log in: errors.notLoggedIn", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", account.id).execute();
    expect(await verify(browser, await app.code())).toMatchObject(notLoggedIn);
  });

  test("of an account deactivated during the check is refused: errors.userNotActive", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const code = await app.code();
    const answer = await deactivatedMeanwhile(portal, { account, call: () => verify(browser, code) });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.userNotActive" } });
    await portal.context.database.updateTable("accounts").set({ status: "ACTIVE" }).where("id", "=", account.id).execute();
    expect((await verify(browser, code)).status).toBe(200);
  });

  test("keeps the ID token for the logout at the provider", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const { database } = portal.context;
    const sessions = database.selectFrom("sessions").select("digest").where("account_id", "=", account.id);
    const { digest } = await sessions.where("stage", "=", "SECOND_FACTOR").executeTakeFirstOrThrow();
    const sealed_id_token = Buffer.from("sealed");
    await database.insertInto("provider_logins").values({ session_digest: digest, provider: "FEIDE", sealed_id_token }).execute();
    expect((await verify(browser, await app.code())).status).toBe(200);
    const kept = await database
      .selectFrom("provider_logins")
      .select("session_digest")
      .where("sealed_id_token", "=", sealed_id_token)
      .execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.session_digest.equals(digest)).toBe(false);
  });
});

describe("the native form", () => {
  const url = "/api/auth/second-factor/verify";

  test("with a right code leads to /post-login", async () => {
    const { account, app } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const answer = await browser.postForm(url, { code: await app.code() });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/post-login" }, text: "" });
    expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: account.id });
  });

  test("with a wrong one leads back, with the reason and without the code", async () => {
    const { account } = await aTeacherWithFactor();
    const browser = await halfLogin(account);
    const answer = await browser.postForm(url, { code: "no-code" });
    expect(answer).toMatchObject({ status: 303, headers: { location: "/login/second-factor?error=errors.secondFactorInvalid" } });
    expect(JSON.stringify(answer.headers)).not.toContain("no-code");
  });
});

test("a password reset neither removes nor skips the factor", async () => {
  const { account, app } = await aTeacherWithFactor();
  const token = await askForReset(portal, account.email);
  const password = "Harbour-Lantern-92";
  expect((await portal.browser().call(setPassword, { body: { email: account.email, password, token } })).status).toBe(200);
  const browser = await halfLogin(account, portal.browser(), password);
  expect((await verify(browser, await app.code())).status).toBe(200);
});

test("a half session cannot confirm a factor again", async () => {
  const { account, app } = await aTeacherWithFactor();
  expect(await (await halfLogin(account)).call(confirmSecondFactor, { body: { code: await app.code() } })).toMatchObject(notLoggedIn);
});

function raceOf50(browsers: readonly Browser[], code: string): Promise<Answer[]> {
  const sessions = browsers.map((browser) => browser.cookies.get("session") ?? "");
  return Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const copy = portal.browser();
      copy.cookies.set("session", sessions[index % sessions.length] ?? "");
      return verify(copy, code);
    }),
  );
}
