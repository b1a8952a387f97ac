/** Renewing the backup codes and removing the factor both need a code of the factor (docs/flows/second-factor.md). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import {
  enrolSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
  secondFactorStatus,
  verifySecondFactor,
} from "@storyport/contract/second-factor";
import { setUpFactor, spareWaits } from "#test/authenticator.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { deactivatedMeanwhile } from "#test/meanwhile.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherWithFactor() {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  return { account, browser, app: await setUpFactor(portal, browser) };
}

async function lastSubjectTo({ email }: TestAccount): Promise<string | undefined> {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).at(-1)?.subject;
}

async function questionAtLogin(account: TestAccount) {
  const browser = portal.browser();
  const { body } = await browser.call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
  return { browser, body };
}

describe.each([renewBackupCodes, removeSecondFactor])("$name", (endpoint) => {
  test("without a confirmed factor is refused: errors.secondFactorNotBegun", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    await browser.call(enrolSecondFactor, { body: {} });
    const answer = await browser.call(endpoint, { body: { code: "123456" } });
    expect(answer).toMatchObject({ status: 409, body: { code: "errors.secondFactorNotBegun" } });
  });

  test("with a wrong code is refused: errors.secondFactorInvalid; the session stays valid", async () => {
    const { browser } = await aTeacherWithFactor();
    for (let count = 0; count < 6; count++) {
      const answer = await browser.call(endpoint, { body: { code: "no code" } });
      expect(answer).toMatchObject({ status: 401, body: { code: "errors.secondFactorInvalid" } });
    }
    expect((await browser.call(validateAuth)).status).toBe(200);
    expect((await browser.call(secondFactorStatus)).body).toMatchObject({ enrolled: true, backupCodesLeft: 10 });
  });

  test("after six wrong codes even the right one must wait: errors.tooManyAttempts", async () => {
    const { browser, app } = await aTeacherWithFactor();
    for (let count = 0; count < 6; count++) await browser.call(endpoint, { body: { code: "no code" } });
    const answer = await browser.call(endpoint, { body: { code: await app.code() } });
    expect(answer).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  });

  test("with one code fifty times concurrently happens once", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    await spareWaits(portal, account.id);
    const code = await app.code();
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(endpoint, { body: { code } })));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  test("of an account deactivated meanwhile is refused: errors.notLoggedIn", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    const code = await app.code();
    const answer = await deactivatedMeanwhile(portal, { account, call: () => browser.call(endpoint, { body: { code } }) });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  });
});

describe("new backup codes", () => {
  test("replace the former ones, and the owner is e-mailed", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    const { status, body } = await browser.call(renewBackupCodes, { body: { code: await app.code() } });
    expect(status).toBe(200);
    const [renewed = ""] = renewBackupCodes.response.parse(body).backupCodes;
    expect(await lastSubjectTo(account)).toBe("New backup codes for your Storyport account");
    const { browser: half } = await questionAtLogin(account);
    expect((await half.call(verifySecondFactor, { body: { code: app.backupCodes[0] } })).status).toBe(401);
    expect((await half.call(verifySecondFactor, { body: { code: renewed } })).status).toBe(200);
  });

  test("can be made with a backup code, when the phone is lost", async () => {
    const { browser, app } = await aTeacherWithFactor();
    expect((await browser.call(renewBackupCodes, { body: { code: app.backupCodes[3] } })).status).toBe(200);
    expect((await browser.call(secondFactorStatus)).body).toMatchObject({ backupCodesLeft: 10 });
  });
});

describe("removing the factor", () => {
  test("ends the question at login and every other session, voids the backup codes, and e-mails the owner", async () => {
    const { account, browser, app } = await aTeacherWithFactor();
    const { browser: waiting } = await questionAtLogin(account);
    const { browser: other } = await questionAtLogin(account);
    expect((await other.call(verifySecondFactor, { body: { code: app.backupCodes[1] } })).status).toBe(200);
    expect((await browser.call(removeSecondFactor, { body: { code: await app.code() } })).status).toBe(204);
    expect((await browser.call(secondFactorStatus)).body).toEqual({ enrolled: false, required: false, backupCodesLeft: 0 });
    expect(await lastSubjectTo(account)).toBe("Two-step verification was turned off for your Storyport account");
    expect(portal.mailbox.lettersTo(account.email).at(-1)?.text).toContain("turned off on your profile, with one of your codes");
    const answer = await waiting.call(verifySecondFactor, { body: { code: app.backupCodes[0] } });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
    expect((await other.call(validateAuth)).status).toBe(401);
    expect((await questionAtLogin(account)).body).toMatchObject({ accountId: account.id });
    const { database } = portal.context;
    for (const table of ["second_factors", "backup_codes"] as const) {
      expect(await database.selectFrom(table).select("account_id").where("account_id", "=", account.id).execute()).toEqual([]);
    }
  });

  test("allows a new enrolment", async () => {
    const { browser, app } = await aTeacherWithFactor();
    await browser.call(removeSecondFactor, { body: { code: app.backupCodes[0] } });
    const renewed = await setUpFactor(portal, browser);
    expect(renewed.secret).not.toBe(app.secret);
  });
});
