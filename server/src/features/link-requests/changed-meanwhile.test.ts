/** A request for a link is answered for the account as it is after the changes under way (DESIGN A26). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { requestPasswordReset } from "@storyport/contract/passwords";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { deactivatedMeanwhile, meanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";
import { answerLinkRequests } from "./answer-link-requests.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const answerRequests = () => answerLinkRequests(portal.context);

async function linksOf({ id }: TestAccount): Promise<string[]> {
  const { database } = portal.context;
  const rows = await database.selectFrom("account_links").select("purpose").where("account_id", "=", id).orderBy("purpose").execute();
  return rows.map(({ purpose }) => purpose);
}

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("a request that is answered while the account changes", () => {
  test.each<[string, typeof requestPasswordReset | typeof requestUserDeletion, AccountStatus]>([
    ["a new password", requestPasswordReset, "ACTIVE"],
    ["a first password", requestPasswordReset, "CREATED"],
    ["a deletion", requestUserDeletion, "ACTIVE"],
  ])("brings the former address no link for %s", async (_, endpoint, status) => {
    const { account } = await aTeacher(portal, { status });
    await portal.browser().call(endpoint, { body: { email: account.email } });
    const email = `new-${randomUUID().slice(0, 8)}@school.example`;
    await meanwhile(portal, {
      account,
      happens: (transaction) => transaction.updateTable("accounts").set({ email }).where("id", "=", account.id).execute(),
      call: answerRequests,
    });
    expect(await linksOf(account)).toEqual([]);
    await portal.sendLetters();
    expect([...portal.mailbox.lettersTo(account.email), ...portal.mailbox.lettersTo(email)]).toEqual([]);
  });

  test("brings a user who is being deactivated no way in", async () => {
    const { account } = await aTeacher(portal);
    await portal.browser().call(requestPasswordReset, { body: { email: account.email } });
    await deactivatedMeanwhile(portal, { account, call: answerRequests });
    expect(await linksOf(account)).toEqual([]);
  });
});
