import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a teacher logs in with e-mail and password, and validate-auth returns the teacher", async () => {
  const { account, organization } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const { status, body } = await browser.call(validateAuth);
  expect(status).toBe(200);
  expect(body).toMatchObject({ accountId: account.id, orgId: organization.id, loginType: "PASSWORD", roles: ["teacher"] });
});

test("a wrong password is refused with 'Invalid username or password'", async () => {
  const { account } = await aTeacher(portal);
  const { status, body } = await portal
    .browser()
    .call(logInWithPassword, { body: { email: account.email, password: `${aPassword}!`, deviceName: "a test" } });
  expect(status).toBe(401);
  expect(body).toMatchObject({ code: "errors.invalidUsernameOrPassword", message: "Invalid username or password" });
});

test("a session ends after eight hours without use", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await portal.clock.travel(8 * 3600 + 1);
  expect((await browser.call(validateAuth)).status).toBe(401);
});
