/** The activation link on a game's page (specification, sections 2, 7 and 8; DESIGN A14). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { activateAccount, checkActivationCode, checkInvitation, setPassword } from "@storyport/contract/passwords";
import { throttleKey } from "#/platform/throttle.ts";
import { anAccount, anOrganization } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { fillHashingQueue } from "#test/full-hashing-queue.ts";
import { askForReset } from "#test/mailed-links.ts";

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

async function anInvitation() {
  const account = await anAccount(portal, { status: "CREATED", password: null });
  return { ...account, token: await askForReset(portal, account.email) };
}

const check = (code: string, gameId: unknown = 1) => portal.browser().call(checkActivationCode, { params: { gameId, code } });
const activate = (body: Record<string, unknown>) =>
  portal.browser().call(activateAccount, { body: { password: newPassword, gameId: 1, ...body } });

test("the check returns the e-mail address, any number of times, and changes nothing", async () => {
  const { email, id, token } = await anInvitation();
  const before = await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", id).execute();
  for (let count = 0; count < 20; count++) expect(await check(token)).toMatchObject({ status: 200, body: { email } });
  expect(await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", id).execute()).toEqual(before);
  expect((await activate({ email, token })).status).toBe(200);
});

test("an activation raises the account's version, so that an open form about it learns of the new status", async () => {
  const { email, id, token } = await anInvitation();
  const versionOf = () => portal.context.database.selectFrom("accounts").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const { version } = await versionOf();
  expect((await activate({ email, token })).status).toBe(200);
  expect(await versionOf()).toEqual({ version: version + 1 });
});

test.each([true, "true"])("the portal's own page may send activateAccount as %j", async (activateAccount) => {
  const { email, token } = await anInvitation();
  const body = { email, token, password: newPassword, activateAccount };
  expect(await portal.browser().call(setPassword, { body })).toMatchObject({ status: 200, body: {} });
});

describe("the school of an invitation", () => {
  const invitation = (code: string) => portal.browser().call(checkInvitation, { params: { code } });

  async function anInvitationTo(count: number) {
    const organizations = await Promise.all(Array.from({ length: count }, () => anOrganization(portal)));
    const memberships = organizations.map((organization) => ({ organization, roles: ["teacher"] }));
    const account = await anAccount(portal, { status: "CREATED", password: null, memberships });
    return { ...account, organizations, token: await askForReset(portal, account.email) };
  }

  test("is the account's only one, told any number of times, and nothing changes", async () => {
    const { id, email, token, organizations } = await anInvitationTo(1);
    const description = "Fjordskolen i Bergen";
    await portal.context.database
      .updateTable("organizations")
      .set({ description })
      .where("id", "=", organizations[0]?.id ?? "")
      .execute();
    const before = await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", id).execute();
    for (let count = 0; count < 20; count++) expect(await invitation(token)).toMatchObject({ status: 200, body: { school: description } });
    expect(await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", id).execute()).toEqual(before);
    expect((await activate({ email, token })).status).toBe(200);
  });

  test.each([0, 2])("is not named where the account is in %d", async (count) => {
    const { token } = await anInvitationTo(count);
    expect(await invitation(token)).toMatchObject({ status: 200, body: {} });
    expect((await invitation(token)).body).not.toHaveProperty("school");
  });

  const causeOf = async (code: string) => {
    const { status, body } = await invitation(code);
    expect({ status, body }).toMatchObject({ status: 410, body: { code: "errors.resetLinkIncorrectOrExpired" } });
    return (body as { errors?: { code: string }[] }).errors?.map((error) => error.code);
  };

  test("is not told by a link that is used, replaced, expired, unknown, or for another purpose", async () => {
    const used = await anInvitationTo(1);
    await activate({ email: used.email, token: used.token });
    expect(await causeOf(used.token)).toEqual(["errors.linkUsed"]);

    const replaced = await anInvitationTo(1);
    const newest = await askForReset(portal, replaced.email);
    expect(await causeOf(replaced.token)).toEqual(["errors.linkReplaced"]);
    await portal.clock.travel(7 * 24 * 3600 + 10);
    expect(await causeOf(newest)).toEqual(["errors.resetLinkExpired"]);

    expect(await causeOf("a".repeat(43))).toBeUndefined();
    const active = await anAccount(portal);
    expect(await causeOf(await askForReset(portal, active.email))).toBeUndefined();
  });
});

test("setting the password activates the account, and the login accepts the password", async () => {
  const { email, id, token } = await anInvitation();
  expect(await activate({ email, token })).toMatchObject({ status: 200, body: {} });
  const row = await portal.context.database.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.status).toBe("ACTIVE");
  const answer = await portal.browser().call(logInWithPassword, { body: { email, password: newPassword, deviceName: "a test" } });
  // The account has no role yet, but the password was right.
  expect(answer.body).toMatchObject({ code: "errors.noLoginPermissions" });
});

test("one of fifty concurrent calls activates", async () => {
  const { email, token } = await anInvitation();
  const answers = await Promise.all(Array.from({ length: 50 }, () => activate({ email, token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
});

describe("a dead link is refused with errors.invalidPasswordActivationCode and the cause", () => {
  const invalid = "Invalid password activation code";

  async function expectDead(token: string, email: string, reason?: string): Promise<void> {
    for (const answer of [await check(token), await activate({ email, token })]) {
      expect(answer).toMatchObject({ status: 410, body: { code: "errors.invalidPasswordActivationCode", message: invalid } });
      const { errors } = answer.body as { errors?: { code: string }[] };
      expect(errors?.map(({ code }) => code)).toEqual(reason === undefined ? undefined : [reason]);
    }
  }

  test("used", async () => {
    const { email, token } = await anInvitation();
    await activate({ email, token });
    await expectDead(token, email, "errors.linkUsed");
  });

  test("replaced", async () => {
    const { email, token } = await anInvitation();
    await askForReset(portal, email);
    await expectDead(token, email, "errors.linkReplaced");
  });

  test("expired, after seven days", async () => {
    const { email, token } = await anInvitation();
    await portal.clock.travel(7 * 24 * 3600 - 10);
    expect((await check(token)).status).toBe(200);
    await portal.clock.travel(20);
    await expectDead(token, email, "errors.linkExpired");
  });

  test("tried with five wrong addresses", async () => {
    const { email, token } = await anInvitation();
    for (let count = 0; count < 5; count++) await activate({ email: "x@school.example", token });
    await expectDead(token, email, "errors.tooManyWrongEmails");
  });

  test("never made", () => expectDead("t".repeat(43), "x@school.example"));

  test("made for a reset", async () => {
    const { email } = await anAccount(portal);
    await expectDead(await askForReset(portal, email), email);
  });
});

test("the check refuses a malformed code or game number like a dead link; setting a password with one is refused with 400", async () => {
  const { email, token } = await anInvitation();
  const dead = { status: 410, body: { code: "errors.invalidPasswordActivationCode", message: "Invalid password activation code" } };
  for (const code of ["c".repeat(7), "c".repeat(128), "c".repeat(129), "c".repeat(42) + "+", "\u{1F600}".repeat(9), "\u0000".repeat(9)])
    expect(await check(code), code).toMatchObject(dead);
  for (const gameId of ["0", "-1", "1.5", "x", "2147483648", "9999999999999"])
    expect(await check(token, gameId), gameId).toMatchObject(dead);
  expect((await activate({ email, token: "c".repeat(129) })).status).toBe(400);
  expect((await activate({ email, token, gameId: "x" })).status).toBe(400);
});

test("refusals are those of every password link: errors.passwordTooWeak, errors.emailNotForResetLink", async () => {
  const { email, token } = await anInvitation();
  expect(await activate({ email, token, password: "Password123!" })).toMatchObject({
    status: 400,
    body: { code: "errors.passwordTooWeak" },
  });
  expect(await activate({ email: "x@school.example", token })).toMatchObject({
    status: 403,
    body: { code: "errors.emailNotForResetLink" },
  });
  expect((await activate({ email, token })).status).toBe(200);
});

test("repeated tries are slowed down: errors.tooManyAttempts; a full hashing queue keeps the link: errors.busy", async () => {
  const { email, token } = await anInvitation();
  const { hasher, database } = portal.context;
  const emptyQueue = fillHashingQueue(hasher);
  const answer = await activate({ email, token });
  await emptyQueue();
  expect(answer).toMatchObject({ status: 503, body: { code: "errors.busy" } });
  await activate({ email, token: "t".repeat(43) });
  const key = throttleKey("link-address", "127.0.0.1");
  // Far past the free attempts, so that the next wait outlasts a slow machine.
  await database.updateTable("throttles").set({ failures: 1000 }).where("key", "=", key).execute();
  await activate({ email, token: "t".repeat(43) });
  expect(await activate({ email, token })).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
});
