/** Changes by an administrator during the password check apply to that login too (DESIGN A8). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { aPassword, aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { meanwhile } from "#test/meanwhile.ts";
import type { Race } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function logInWhile(account: { id: string; email: string }, happens: Race["happens"]) {
  const call = () =>
    portal.browser().call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
  const answer = await meanwhile(portal, { account, happens, call });
  const { database } = portal.context;
  const sessions = await database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute();
  const devices = await database.selectFrom("known_devices").select("digest").where("account_id", "=", account.id).execute();
  expect({ sessions, devices, cookies: answer.headers["set-cookie"] }).toEqual({ sessions: [], devices: [], cookies: undefined });
  return answer;
}

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("no session begins for an account", () => {
  test("whose password expires meanwhile: errors.passwordExpired, and a reset letter", async () => {
    const { account } = await aTeacher(portal);
    const answer = await logInWhile(account, (transaction) =>
      transaction.updateTable("accounts").set({ password_expired: true }).where("id", "=", account.id).execute(),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.passwordExpired" } });
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(account.email)).toMatchObject([{ text: expect.stringContaining("/account/set-password?code=") }]);
  });

  test("whose address changes meanwhile: errors.invalidUsernameOrPassword", async () => {
    const { account } = await aTeacher(portal);
    const answer = await logInWhile(account, (transaction) =>
      transaction
        .updateTable("accounts")
        .set({ email: `new-${account.email}` })
        .where("id", "=", account.id)
        .execute(),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.invalidUsernameOrPassword" } });
  });

  test("that loses its only role meanwhile: errors.noLoginPermissions", async () => {
    const { account } = await aTeacher(portal);
    const answer = await logInWhile(account, (transaction) =>
      transaction.deleteFrom("account_roles").where("account_id", "=", account.id).execute(),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.noLoginPermissions" } });
  });

  test("whose password login is removed meanwhile: errors.invalidUsernameOrPassword", async () => {
    const { account } = await aTeacher(portal, { loginTypes: ["PASSWORD", "GOOGLE"] });
    const answer = await logInWhile(account, (transaction) =>
      transaction.deleteFrom("account_login_types").where("account_id", "=", account.id).where("login_type", "=", "PASSWORD").execute(),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.invalidUsernameOrPassword" } });
  });
});
