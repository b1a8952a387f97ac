/** Setting a password with a mailed link (specification, sections 2, 4, 5 and 8; DESIGN 8.1 and 8.6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { digestOf } from "#/platform/secrets.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { anAccount, aPassword, aSecondFactor, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { fillHashingQueue } from "#test/full-hashing-queue.ts";
import { askForReset } from "#test/mailed-links.ts";
import { refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
// The tests share a network address, and some of them use up its attempts.
beforeEach(async () => {
  await portal.context.database.deleteFrom("throttles").execute();
});

const newPassword = "Quiet-Harbour-52";

const set = (body: Record<string, unknown>) => portal.browser().call(setPassword, { body: { password: newPassword, ...body } });

async function aResetLink(parts: Parameters<typeof aTeacher>[1] = {}) {
  const teacher = await aTeacher(portal, parts);
  return { ...teacher, email: teacher.account.email, token: await askForReset(portal, teacher.account.email) };
}

const canLogIn = async (email: string, password: string) =>
  (await portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } })).status === 200;

describe("a reset link", () => {
  test("sets the password; the former one no longer works", async () => {
    const { email, token } = await aResetLink();
    expect(await set({ email, token })).toMatchObject({ status: 200, body: {} });
    expect(await canLogIn(email, newPassword)).toBe(true);
    expect(await canLogIn(email, aPassword)).toBe(false);
  });

  test("ends every session and token of the account, and begins no session", async () => {
    const { account, email, token, game } = await aResetLink();
    const browsers = await Promise.all([1, 2, 3].map(() => logIn(portal.browser(), account)));
    const tokens = await tokensFor(portal, await logIn(portal.browser(), account), { game });
    const answer = await set({ email, token });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    for (const browser of browsers) expect((await browser.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    const families = await portal.context.database.selectFrom("token_families").selectAll().where("account_id", "=", account.id).execute();
    expect(families).toMatchObject([{ revoked_because: "PASSWORD" }]);
  });

  test("e-mails the owner, without a link to act on and without the password", async () => {
    const { email, token } = await aResetLink();
    await set({ email, token });
    await portal.sendLetters();
    const letter = portal.mailbox.lettersTo(email).at(-1);
    expect(letter?.subject).toBe("The password of your Storyport account has been set");
    expect(letter?.html).not.toContain("href");
    expect(JSON.stringify(letter)).not.toContain(newPassword);
  });

  test("removes the flag of an expired password and clears the counted failures", async () => {
    const { email, token } = await aResetLink({ passwordExpired: true });
    for (let count = 0; count < 7; count++) await canLogIn(email, "Wrong-Password-1");
    await set({ email, token });
    const key = throttleKey("password-account", email);
    expect(await portal.context.database.selectFrom("throttles").selectAll().where("key", "=", key).execute()).toEqual([]);
    expect(await canLogIn(email, newPassword)).toBe(true);
  });

  test("raises the account's version with the first login types of its owner, so that an open form about it learns of them", async () => {
    const { account, email, token } = await aResetLink({ loginTypes: ["PASSWORD", "GOOGLE"] });
    const versionOf = async () =>
      portal.context.database.selectFrom("accounts").select("version").where("id", "=", account.id).executeTakeFirstOrThrow();
    const { version } = await versionOf();
    await set({ email, token });
    expect(await versionOf()).toEqual({ version: version + 1 });
    expect(await canLogIn(email, newPassword)).toBe(true);
    expect((await set({ email, token: await askForReset(portal, email), password: "Quiet-Harbour-53" })).status).toBe(200);
    expect(await versionOf(), "a further password changes nothing that a form shows").toEqual({ version: version + 1 });
  });

  test("leaves an enrolled second factor in place", async () => {
    const { account, email, token } = await aResetLink();
    await logIn(portal.browser(), account);
    await aSecondFactor(portal, account);
    await set({ email, token });
    const answer = await portal.browser().call(logInWithPassword, { body: { email, password: newPassword, deviceName: "a test" } });
    expect(answer.body).toEqual({ secondFactor: "required" });
  });

  test("records events without the address, the link or the password", async () => {
    const { account, email, token } = await aResetLink();
    await set({ email, token });
    const events = await portal.context.database.selectFrom("audit_events").selectAll().where("target_id", "=", account.id).execute();
    expect(events.map(({ event }) => event)).toEqual(["reset_link_sent", "password_set"]);
    for (const secret of [email, token, newPassword]) expect(JSON.stringify(events)).not.toContain(secret);
  });

  test("stays valid after a mail scanner has opened its page twenty times", async () => {
    const { email, token } = await aResetLink();
    for (let count = 0; count < 20; count++) {
      await portal.browser().send({ method: "GET", url: `/account/set-password?code=${token}` });
      await portal.browser().send({ method: "GET", url: `/api/auth/new-user-password/1/${token}` });
    }
    expect((await set({ email, token })).status).toBe(200);
  });

  test("activates an account that was created with it", async () => {
    const { email, id } = await anAccount(portal, { status: "CREATED", password: null });
    const token = await askForReset(portal, email);
    expect((await set({ email, token })).status).toBe(200);
    const row = await portal.context.database.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "ACTIVE", activated_at: expect.any(Date) });
  });

  test("ends the account's other links too", async () => {
    const { account, email, token } = await aResetLink();
    const { database } = portal.context;
    const expires_at = new Date(Date.now() + 3_600_000);
    const other = { account_id: account.id, purpose: "ACTIVATION", digest: digestOf("another link"), expires_at } as const;
    await database.insertInto("account_links").values(other).execute();
    await set({ email, token });
    const links = database.selectFrom("account_links").select("purpose").where("account_id", "=", account.id);
    expect(await links.execute()).toHaveLength(2);
    expect(await links.where("used_at", "is", null).where("replaced_at", "is", null).execute()).toEqual([]);
  });

  test("does nothing for an account deactivated in between: errors.resetLinkIncorrectOrExpired", async () => {
    const { account, email, token } = await aResetLink();
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    expect(await set({ email, token })).toMatchObject({ status: 410, body: { code: "errors.resetLinkIncorrectOrExpired" } });
  });
});

test("exactly one of fifty concurrent uses sets a password", async () => {
  const { email, token } = await aResetLink();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => set({ email, token, password: `Quiet-Harbour-${index}-x` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) {
    expect({ status, body }).toMatchObject({ status: 410, body: { code: "errors.resetLinkIncorrectOrExpired" } });
  }
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(await canLogIn(email, `Quiet-Harbour-${winner}-x`)).toBe(true);
});

describe("a dead link names its cause", () => {
  const sentence = "This password setting link has errors or it has expired.";
  const dead = (code: string, message: string) => ({
    status: 410,
    body: { code: "errors.resetLinkIncorrectOrExpired", message: sentence, errors: [{ code, message }] },
  });

  test("used: errors.linkUsed", async () => {
    const { email, token } = await aResetLink();
    await set({ email, token });
    expect(await set({ email, token })).toMatchObject(dead("errors.linkUsed", "This link has already been used."));
  });

  test("replaced: errors.linkReplaced", async () => {
    const { email, token } = await aResetLink();
    const newer = await askForReset(portal, email);
    expect(newer).not.toBe(token);
    expect(await set({ email, token })).toMatchObject(dead("errors.linkReplaced", "There is a newer link. Use our latest email."));
    expect((await set({ email, token: newer })).status).toBe(200);
  });

  test("expired: errors.resetLinkExpired", async () => {
    const { email, token } = await aResetLink();
    await portal.clock.travel(3601);
    expect(await set({ email, token })).toMatchObject(
      dead("errors.resetLinkExpired", "The password reset link has expired, please request a new one if needed"),
    );
  });

  test("never made: without a cause", async () => {
    const { email } = await aResetLink();
    const answer = await set({ email, token: "t".repeat(43) });
    expect(answer).toMatchObject({ status: 410, body: { code: "errors.resetLinkIncorrectOrExpired", message: sentence } });
    expect(answer.body).not.toHaveProperty("errors");
  });
});

describe("another e-mail address than the link's", () => {
  test("is refused: errors.emailNotForResetLink; the right one still works after four", async () => {
    const { email, token } = await aResetLink();
    const other = await aTeacher(portal);
    for (let count = 0; count < 4; count++) {
      const answer = await set({ email: other.account.email, token });
      expect(answer).toMatchObject({
        status: 403,
        body: {
          code: "errors.emailNotForResetLink",
          message: "The email address you provided cannot be used with this password reset link",
        },
      });
    }
    expect((await set({ email, token })).status).toBe(200);
    expect(await canLogIn(other.account.email, aPassword)).toBe(true);
  });

  test("ends the link with the fifth: errors.tooManyWrongEmails", async () => {
    const { email, token } = await aResetLink();
    for (let count = 0; count < 5; count++) expect((await set({ email: "x@school.example", token })).status).toBe(403);
    expect(await set({ email, token })).toMatchObject({ status: 410, body: { errors: [{ code: "errors.tooManyWrongEmails" }] } });
    expect(await canLogIn(email, aPassword)).toBe(true);
  });

  test("is checked five times under fifty concurrent tries", async () => {
    const { token } = await aResetLink();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => set({ email: `x${index}@school.example`, token })));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(45);
  });

  test.each([undefined, null, 1, ["a@school.example"], {}, "kari", "a@school.example\r\nBcc: b@x.example", "a@b.example, c@d.example"])(
    "refuses %j as an address: 400, without counting it",
    async (email) => {
      const { account, token } = await aResetLink();
      expect(await set({ email, token })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
      const [link] = await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", account.id).execute();
      expect(link).toMatchObject({ failed_attempts: 0, used_at: null });
    },
  );

  test("repeated tries of links are slowed down: errors.tooManyAttempts", async () => {
    const key = throttleKey("link-address", "127.0.0.1");
    await set({ email: "x@school.example", token: "t".repeat(43) });
    // Far past the free attempts, so that the next wait outlasts a slow machine.
    await portal.context.database.updateTable("throttles").set({ failures: 1000 }).where("key", "=", key).execute();
    await set({ email: "x@school.example", token: "t".repeat(43) });
    const { email, token } = await aResetLink();
    expect(await set({ email, token })).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  });
});

describe("a password that is too weak", () => {
  const tooWeak = { status: 400, body: { code: "errors.passwordTooWeak", message: "The password is too weak" } };

  test.each([
    "Short-1a",
    "",
    "quiet-harbour-52",
    "QUIET-HARBOUR-52",
    "Quiet-Harbour-xy",
    "QuietHarbour52x",
    "Quieeet-Harbour-52",
    `Aa1-${"quiet harbour ".repeat(9)}`,
    "Password123!",
    "P@ssw0rd2026!",
    "Welcome-2026!!",
    "12345678901234567890",
    "qwertyuiopasdfghjkl1",
    "Storyport-2026-x!",
  ])("%j is refused: errors.passwordTooWeak, and the link stays valid", async (password) => {
    const { email, token } = await aResetLink();
    expect(await set({ email, token, password })).toMatchObject(tooWeak);
    expect((await set({ email, token })).status).toBe(200);
  });

  test("contains the e-mail name, the display name or the school's name", async () => {
    const { email, token, organization } = await aResetLink({ email: "karinordmann@school.example", displayName: "Solveig Haugen" });
    const { database } = portal.context;
    await database.updateTable("organizations").set({ description: "Havnegata skole" }).where("id", "=", organization.id).execute();
    for (const word of ["KariNordmann", "Solveig", "h4ugen", "Havnegata"]) {
      expect(await set({ email, token, password: `Zk-${word}-93-Quay` })).toMatchObject(tooWeak);
    }
    expect((await set({ email, token })).status).toBe(200);
  });

  test("reveals nothing of the owner to a caller with another address", async () => {
    const { token } = await aResetLink({ displayName: "Solveig Haugen" });
    expect(await set({ email: "x@school.example", token, password: "Zk-Solveig-93-Quay" })).toMatchObject({ status: 403 });
  });
});

test.each(["x".repeat(7), "x".repeat(129), "with space in it", "slash/slash/slash", "", 7, null, ["t".repeat(43)]])(
  "refuses %j as a token: 400",
  async (token) => {
    const { account } = await aTeacher(portal);
    expect(await set({ email: account.email, token })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  },
);

test("while the hashing queue is full the link is kept: errors.busy", async () => {
  const { email, token } = await aResetLink();
  const emptyQueue = fillHashingQueue(portal.context.hasher);
  const answer = await set({ email, token });
  await emptyQueue();
  expect(answer).toMatchObject({ status: 503, body: { code: "errors.busy" } });
  expect((await set({ email, token })).status).toBe(200);
});
