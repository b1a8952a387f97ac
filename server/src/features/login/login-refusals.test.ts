/**
 * The refusals of pw/login, except by counts (`login-throttle.test.ts`) and by load (`login-busy.test.ts`): specification, sections 5 and
 * 8; DESIGN A8.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { refusals } from "@storyport/contract/error-codes";
import type { ErrorCode } from "@storyport/contract/error-codes";
import { aPassword, aTeacher, anAccount, anOrganization } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const attempt = (body: Record<string, unknown>): Promise<Answer> =>
  portal.browser().call(logInWithPassword, { body: { deviceName: "a test", ...body } });

function expectRefusal(answer: Answer, code: ErrorCode): void {
  const [status, message] = refusals[code];
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code, message } });
  expect(answer.headers["set-cookie"]).toBeUndefined();
}

test.each([
  ["no e-mail", { password: aPassword }],
  ["an empty e-mail", { email: "", password: aPassword }],
  ["no password", { email: "someone@school.example" }],
  ["an empty password", { email: "someone@school.example", password: "" }],
  ["neither", {}],
])("%s is refused with 'Email and password are required'", async (_what, body) => {
  expectRefusal(await attempt(body), "errors.emailAndPasswordRequired");
});

test.each(["plain", "a@b", "a b@school.example", "a@school.example,b@school.example", "<a@school.example>", '"a"@school.example'])(
  "the e-mail %s is refused as not valid",
  async (email) => {
    expectRefusal(await attempt({ email, password: aPassword }), "errors.emailInvalid");
  },
);

test.each([7, 129, 10_000])("a password of %i characters is refused by its length, before hashing", async (length) => {
  expectRefusal(await attempt({ email: "someone@school.example", password: "x".repeat(length) }), "errors.passwordLength");
});

test("a password of eight characters is long enough to be tried", async () => {
  expectRefusal(await attempt({ email: "someone@school.example", password: "Eight-88" }), "errors.invalidUsernameOrPassword");
});

test.each(["", "x".repeat(257)])("a device name outside of 1 to 256 characters is refused", async (deviceName) => {
  expectRefusal(await attempt({ email: "someone@school.example", password: aPassword, deviceName }), "errors.invalidInput");
});

test("a member the contract does not name is refused", async () => {
  const { account } = await aTeacher(portal);
  for (const extra of ["roles", "permissions", "status", "accountId", "isAdmin", "organizationId", "stage", "loginType"]) {
    const answer = await attempt({ email: account.email, password: aPassword, [extra]: ["admin"] });
    expectRefusal(answer, "errors.invalidInput");
  }
});

test("an unknown e-mail, a wrong password and an account without one are refused with 'Invalid username or password'", async () => {
  const { account } = await aTeacher(portal);
  const federated = await anAccount(portal, { password: null, loginTypes: ["FEIDE"] });
  expectRefusal(await attempt({ email: "nobody@school.example", password: aPassword }), "errors.invalidUsernameOrPassword");
  expectRefusal(await attempt({ email: account.email, password: `${aPassword}!` }), "errors.invalidUsernameOrPassword");
  expectRefusal(await attempt({ email: federated.email, password: aPassword }), "errors.invalidUsernameOrPassword");
});

test.each(["CREATED", "DEACTIVATED"] as const)("an account that is %s gets 'User not active' after its right password", async (status) => {
  const { account } = await aTeacher(portal, { status });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.userNotActive");
});

test("a deleted account is unknown", async () => {
  const { account } = await aTeacher(portal);
  await portal.context.database
    .updateTable("accounts")
    .set({ status: "DELETED", email: null, display_name: null, password_hash: null })
    .where("id", "=", account.id)
    .execute();
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.invalidUsernameOrPassword");
});

test("a guest, who lacks the permission login, gets 'No login permissions'", async () => {
  const { account } = await aTeacher(portal, { roles: ["guest"] });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.noLoginPermissions");
});

test("an account without any role gets 'No login permissions'", async () => {
  const account = await anAccount(portal);
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.noLoginPermissions");
});

test("an expired password is refused with the sentence that names the reset letter", async () => {
  const { account } = await aTeacher(portal, { passwordExpired: true });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.passwordExpired");
});

test("a deactivated account with an expired password is refused as not active, without a letter", async () => {
  const { account } = await aTeacher(portal, { passwordExpired: true, status: "DEACTIVATED" });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.userNotActive");
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toEqual([]);
});

test("a member of several organizations logs in without one being chosen", async () => {
  const memberships = await Promise.all(
    ["teacher", "group_manager"].map(async (role) => ({ organization: await anOrganization(portal), roles: [role] })),
  );
  const account = await anAccount(portal, { memberships });
  const browser = portal.browser();
  const answer = await browser.call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("orgId");
  expect((await browser.call(validateAuth)).body).toEqual(answer.body);
});

test("with a second factor the answer is a half session without account data", async () => {
  const { account } = await aTeacher(portal);
  await portal.context.database
    .insertInto("second_factors")
    .values({ account_id: account.id, sealed_secret: portal.context.vault.seal("secret"), confirmed_at: new Date() })
    .execute();
  const answer = await attempt({ email: account.email, password: aPassword });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ secondFactor: "required" });
});

test("an unconfirmed second factor is not required", async () => {
  const { account } = await aTeacher(portal);
  await portal.context.database
    .insertInto("second_factors")
    .values({ account_id: account.id, sealed_secret: portal.context.vault.seal("secret") })
    .execute();
  expect((await attempt({ email: account.email, password: aPassword })).body).toMatchObject({ accountId: account.id });
});

test("an account whose password login was removed is refused like an unknown one, despite the right password", async () => {
  const { account } = await aTeacher(portal, { loginTypes: ["GOOGLE"] });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.invalidUsernameOrPassword");
});

test("an account with a role that holds permissions but not login gets 'No login permissions'", async () => {
  const { account } = await aTeacher(portal, { roles: ["premium"] });
  expectRefusal(await attempt({ email: account.email, password: aPassword }), "errors.noLoginPermissions");
});
