/** Deleting an account by mailed link, both ways of the specification (sections 2, 4, 7 and 8; DESIGN A7, A14). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkDeletionCode, deleteUser, requestUserDeletion } from "@storyport/contract/accounts";
import { validateAuth } from "@storyport/contract/login";
import { locales } from "@storyport/contract/vocabulary";
import { throttleKey } from "#/platform/throttle.ts";
import { aTeacher, anAccount, logIn } from "#test/builders.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { askForDeletion, askForReset } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  // All calls come from one address, against which the tests before have counted.
  await portal.context.database.deleteFrom("throttles").execute();
});

const confirm = (body: Record<string, unknown>) => portal.browser().call(requestUserDeletion, { body });
const check = (code: string, gameId: unknown = 1) => portal.browser().call(checkDeletionCode, { params: { gameId, code } });
const remove = (token: string) => portal.browser().call(deleteUser, { body: { token, gameId: 1 } });
const statusOf = async (id: string) =>
  (await portal.context.database.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

async function aDeletionLink(parts: Parameters<typeof aTeacher>[1] = {}) {
  const { account } = await aTeacher(portal, parts);
  return { ...account, code: await askForDeletion(portal, account.email) };
}

const confirmationOf = async (code: string) => checkDeletionCode.response.parse((await check(code)).body).token;

/** An erasure keeps no link, so the portal cannot tell a used link from one that it never made. */
const unknown = { code: "errors.deletionLinkUnknown", message: "If you have already used this link, your account is deleted." };

describe("on the portal's page", () => {
  test("the letter leads to /account/delete/, and the link with the right address deletes the account", async () => {
    const { email, id, code } = await aDeletionLink();
    const [letter] = portal.mailbox.lettersTo(email);
    expect(letter?.text).toContain(`${publicUrl}/account/delete/${code}\n`);
    expect(await confirm({ email, token: code })).toMatchObject({ status: 200, body: {} });
    expect(await statusOf(id)).toBe("DELETED");
  });

  test.each(locales)("the letter in %s speaks of no button, because its plain text has a bare link", async (locale) => {
    const { email } = await anAccount(portal, { locale });
    await askForDeletion(portal, email);
    const [letter] = portal.mailbox.lettersTo(email);
    expect(letter?.text).not.toMatch(/button|knap|bouton|knop|botão/iu);
  });

  test("every session of the account ends", async () => {
    const account = await aDeletionLink();
    const browser = await logIn(portal.browser(), account);
    await confirm({ email: account.email, token: account.code });
    expect((await browser.call(validateAuth)).status).toBe(401);
  });

  test("one of fifty concurrent requests deletes, the others get errors.deletionLinkExpired", async () => {
    const { email, code } = await aDeletionLink();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm({ email, token: code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect({ status, body }).toMatchObject({
        status: 410,
        body: {
          code: "errors.deletionLinkExpired",
          message: "The account deletion request link has expired, please create a new one if needed",
          errors: [unknown],
        },
      });
    }
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email).filter(({ subject }) => subject.includes("has been deleted"))).toHaveLength(1);
  });

  test("a link expires after a day; a replaced link says so: errors.linkReplaced", async () => {
    const { email, id, code } = await aDeletionLink();
    const newer = await askForDeletion(portal, email);
    const replaced = await confirm({ email, token: code });
    expect(replaced).toMatchObject({ status: 410, body: { errors: [{ code: "errors.linkReplaced" }] } });
    await portal.clock.travel(24 * 3600 + 1);
    const expired = await confirm({ email, token: newer });
    expect(expired).toMatchObject({ status: 410, body: { code: "errors.deletionLinkExpired" } });
    expect(expired.body).not.toHaveProperty("errors");
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test("a link that was used, or never made, says that the account may be deleted already: errors.deletionLinkUnknown", async () => {
    const { email, code } = await aDeletionLink();
    await confirm({ email, token: code });
    for (const token of [code, "t".repeat(43)]) {
      const answer = await confirm({ email, token });
      expect(answer).toMatchObject({ status: 410, body: { code: "errors.deletionLinkExpired", errors: [unknown] } });
    }
  });

  test("another address is refused, and the fifth refusal ends the link: errors.emailNotForDeletionLink", async () => {
    const { email, id, code } = await aDeletionLink();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => confirm({ email: `x${index}@school.example`, token: code })),
    );
    const mismatched = answers.filter(({ status }) => status === 403);
    expect(mismatched).toHaveLength(5);
    expect(mismatched[0]?.body).toMatchObject({
      code: "errors.emailNotForDeletionLink",
      message: "The email address you provided cannot be used with this account deletion link",
    });
    expect(await confirm({ email, token: code })).toMatchObject({ status: 410, body: { errors: [{ code: "errors.tooManyWrongEmails" }] } });
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test("a reset link and a confirmation token delete nothing, and a deletion link deletes no other account", async () => {
    const { code } = await aDeletionLink();
    const other = await aDeletionLink();
    expect((await confirm({ email: other.email, token: code })).status).toBe(403);
    for (const token of [await confirmationOf(other.code), await askForReset(portal, other.email)])
      expect((await confirm({ email: other.email, token })).status).toBe(410);
    expect(await statusOf(other.id)).toBe("ACTIVE");
  });

  test.each(["kari@school.example\r\nBcc: x@y.example", "a@b.example, c@d.example", "kari", "", 7, null, ["a@b.example"]])(
    "refuses %j as an address: 400",
    async (email) => {
      const { id, code } = await aDeletionLink();
      expect(await confirm({ email, token: code })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
      expect(await statusOf(id)).toBe("ACTIVE");
    },
  );

  test("repeated tries are slowed down: errors.tooManyAttempts", async () => {
    const wrong = { email: "x@school.example", token: "t".repeat(43) };
    await confirm(wrong);
    const key = throttleKey("link-address", "127.0.0.1");
    // Beyond the free failures of `addressPolicy`, so that the next failure begins a wait.
    await portal.context.database.updateTable("throttles").set({ failures: 1000 }).where("key", "=", key).execute();
    await confirm(wrong);
    expect(await confirm(wrong)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  });
});

describe("on a game's page", () => {
  test("the check returns the e-mail address and a token that is not the code; repeating it changes nothing", async () => {
    const { email, id, code } = await aDeletionLink();
    const answers = [];
    for (let count = 0; count < 20; count++) answers.push(await check(code));
    const { token } = checkDeletionCode.response.parse(answers[0]?.body);
    expect(token).not.toBe(code);
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { email, token } });
    expect(await statusOf(id)).toBe("ACTIVE");
    expect(await remove(token)).toMatchObject({ status: 204, text: "" });
    expect(await statusOf(id)).toBe("DELETED");
  });

  test("the code itself deletes nothing: errors.failedToDeleteUser", async () => {
    const { id, code } = await aDeletionLink();
    expect(await remove(code)).toMatchObject({
      status: 410,
      body: { code: "errors.failedToDeleteUser", message: "Failed to delete user." },
    });
    expect(await statusOf(id)).toBe("ACTIVE");
  });

  test("a code and a token that were used say that the account may be deleted already: errors.deletionLinkUnknown", async () => {
    const { code } = await aDeletionLink();
    const token = await confirmationOf(code);
    await remove(token);
    expect(await remove(token)).toMatchObject({ status: 410, body: { code: "errors.failedToDeleteUser", errors: [unknown] } });
    expect(await check(code)).toMatchObject({ status: 410, body: { code: "errors.invalidUserDeletionCode", errors: [unknown] } });
  });

  test("one of fifty concurrent requests deletes", async () => {
    const { code } = await aDeletionLink();
    const token = await confirmationOf(code);
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
  });

  test("one of twenty concurrent requests on the two ways deletes", async () => {
    const { email, code } = await aDeletionLink();
    const token = await confirmationOf(code);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? remove(token) : confirm({ email, token: code }))),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
  });

  test("a dead code: errors.invalidUserDeletionCode, with errors.linkReplaced or errors.linkExpired", async () => {
    const { email, code } = await aDeletionLink();
    const invalid = { code: "errors.invalidUserDeletionCode", message: "Invalid user deletion code." };
    expect(await check("t".repeat(43))).toMatchObject({ status: 410, body: invalid });
    const newer = await askForDeletion(portal, email);
    expect(await check(code)).toMatchObject({ status: 410, body: { ...invalid, errors: [{ code: "errors.linkReplaced" }] } });
    const token = await confirmationOf(newer);
    await portal.clock.travel(24 * 3600 + 1);
    expect(await check(newer)).toMatchObject({ status: 410, body: { ...invalid, errors: [{ code: "errors.linkExpired" }] } });
    expect((await remove(token)).status).toBe(410);
  });

  test("the check refuses a malformed code or game number like a dead code; deleting with one is refused with 400", async () => {
    const { code } = await aDeletionLink();
    const dead = { status: 410, body: { code: "errors.invalidUserDeletionCode", message: "Invalid user deletion code." } };
    for (const malformed of ["c".repeat(7), "c".repeat(129), `${"c".repeat(42)}+`])
      expect(await check(malformed), malformed).toMatchObject(dead);
    for (const gameId of ["0", "1.5", "x", "2147483648"]) expect(await check(code, gameId), gameId).toMatchObject(dead);
    expect((await remove("c".repeat(129))).status).toBe(400);
  });
});

describe("the last administrator", () => {
  beforeEach(async () => {
    await portal.context.database.deleteFrom("account_roles").where("role_key", "=", "admin").execute();
  });

  test("cannot be deleted either way: errors.accountNotDeletable, because errors.lastAdministrator; the link stays valid", async () => {
    const admin = await anAccount(portal, { platformRoles: ["admin"] });
    await anAccount(portal, { platformRoles: ["admin"], status: "DEACTIVATED" });
    const code = await askForDeletion(portal, admin.email);
    const token = await confirmationOf(code);
    for (const answer of [await confirm({ email: admin.email, token: code }), await remove(token)]) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: "errors.accountNotDeletable",
          message: "Could not delete the account, please contact our support",
          errors: [
            { code: "errors.lastAdministrator", message: "This is the last administrator. Make somebody else an administrator first." },
          ],
        },
      });
    }
    await anAccount(portal, { platformRoles: ["admin"] });
    expect((await remove(token)).status).toBe(204);
  });

  test("if two leave concurrently, one stays", async () => {
    const admins = await Promise.all([1, 2].map(() => anAccount(portal, { platformRoles: ["admin"] })));
    const codes: string[] = [];
    for (const { email } of admins) codes.push(await askForDeletion(portal, email));
    const answers = await Promise.all(admins.map(({ email }, index) => confirm({ email, token: codes[index] })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
