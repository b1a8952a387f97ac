/** The reset link that an expired password brings belongs to the account as it is after the changes under way (DESIGN A8, A26). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmLogin } from "@storyport/contract/confirmations";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aSession, aTeacher } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { deactivatedMeanwhile, meanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** A confirmation, because a login waits for the account before it judges the password. */
async function aConfirmation() {
  const { account } = await aTeacher(portal, { passwordExpired: true });
  const browser = await aSession(portal, account, { loginType: "FEIDE" });
  return { account, call: () => browser.call(confirmLogin, { body: { password: aPassword } }) };
}

async function linksOf({ id }: TestAccount): Promise<unknown[]> {
  return portal.context.database.selectFrom("account_links").select("purpose").where("account_id", "=", id).execute();
}

const expired = { status: 403, body: { code: "errors.passwordExpired" } };

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("the right but expired password", () => {
  test("brings the former address no link, if the address changes meanwhile: errors.passwordExpired", async () => {
    const { account, call } = await aConfirmation();
    const email = `new-${randomUUID().slice(0, 8)}@school.example`;
    const answer = await meanwhile(portal, {
      account,
      happens: (transaction) => transaction.updateTable("accounts").set({ email }).where("id", "=", account.id).execute(),
      call,
    });
    expect(answer).toMatchObject(expired);
    expect(await linksOf(account)).toEqual([]);
  });

  test("brings a user who is being deactivated no link: errors.passwordExpired", async () => {
    const { account, call } = await aConfirmation();
    expect(await deactivatedMeanwhile(portal, { account, call })).toMatchObject(expired);
    expect(await linksOf(account)).toEqual([]);
  });

  test("locks the account before its failures, as a new password does, so the two cannot deadlock", async () => {
    const { account, call } = await aConfirmation();
    const key = throttleKey("password-account", account.email);
    let seen: unknown[] = [];
    const answer = await meanwhile(portal, {
      account,
      happens: async () => undefined,
      call,
      async goesOn(transaction) {
        seen = await transaction.selectFrom("throttles").select("failures").where("key", "=", key).forUpdate().skipLocked().execute();
      },
    });
    expect(answer).toMatchObject(expired);
    expect(seen).toEqual([{ failures: 1 }]);
    expect(await linksOf(account)).toEqual([{ purpose: "RESET" }]);
  });
});
