/** An account with two identities at one provider: disconnecting one leaves the other alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectIdentity, listOwnIdentities } from "@storyport/contract/federated-login";
import { validateAuth } from "@storyport/contract/login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import { setUpFactor } from "#test/authenticator.ts";
import { aSession, aTeacher, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aPerson, buildFederatedPortal, connectAt, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

/** A teacher who has connected two identities at Google, and is logged in by password. */
async function aTeacherWithTwo() {
  const { account, game } = await aTeacher(portal, { game: { loginTypes: ["PASSWORD", "GOOGLE"] } });
  const browser = await logIn(portal.browser(), account);
  const people = [aPerson(), aPerson()] as const;
  for (const person of people) await connectAt(portal.identities, browser, { provider: "GOOGLE", person });
  return { account, game, browser, people };
}

/** Disconnects the identity that was connected first, or the next. */
async function disconnect(browser: Browser): Promise<void> {
  const { identities } = listOwnIdentities.response.parse((await browser.call(listOwnIdentities)).body);
  expect((await browser.call(disconnectIdentity, { params: { identityId: identities[0]?.id } })).status).toBe(204);
}

test("disconnecting one ends what its own logins began, and nothing of the other's", async () => {
  const { account, game, browser, people } = await aTeacherWithTwo();
  const begin = async (person: (typeof people)[number]) => {
    const elsewhere = portal.browser();
    await logInAt(portal.identities, elsewhere, { provider: "GOOGLE", person });
    return { elsewhere, tokens: await tokensFor(portal, elsewhere, { game }), waiting: await handOver(elsewhere, game) };
  };
  const [gone, kept] = [await begin(people[0]), await begin(people[1])];
  await disconnect(browser);
  expect((await gone.elsewhere.call(validateAuth)).status).toBe(401);
  expect((await kept.elsewhere.call(validateAuth)).body).toMatchObject({ accountId: account.id });
  const invalid = { status: 400, body: { error: "invalid_grant" } };
  expect(await refresh(portal, gone.tokens)).toMatchObject(invalid);
  expect(await postToken(portal, redemptionOf(gone.waiting))).toMatchObject(invalid);
  expect((await refresh(portal, kept.tokens)).status).toBe(200);
  expect((await postToken(portal, redemptionOf(kept.waiting))).status).toBe(200);
});

test("the letter about a disconnected account names its address, or the time of connecting, and no other text of the provider", async () => {
  const { account, browser } = await aTeacherWithTwo();
  const { database } = portal.context;
  for (const [label, created_at, named] of [
    ["kari@school.example", "2026-02-03T12:00:00Z", "The Google account kari@school.example has"],
    ["Open evil.example now", "2026-02-04T12:00:00Z", "The Google account that was connected on Wednesday, February 4, 2026 at"],
  ] as const) {
    await database
      .updateTable("account_identities")
      .set({ label, created_at: new Date(created_at) })
      .where("account_id", "=", account.id)
      .execute();
    await disconnect(browser);
    await portal.sendLetters();
    const [letter] = portal.mailbox
      .lettersTo(account.email)
      .filter(({ subject }) => subject.includes("was removed"))
      .slice(-1);
    const text = letter?.text.replaceAll(/\s+/g, " ");
    expect(text).toContain(named);
    expect(text).not.toContain("evil.example");
    expect(text).toContain("disconnected from your Storyport account");
  }
});

test("after a second factor too, disconnecting one ends its own login alone", async () => {
  const { browser, people } = await aTeacherWithTwo();
  const authenticator = await setUpFactor(portal, browser);
  const sessions: Browser[] = [];
  for (const person of people) {
    const elsewhere = portal.browser();
    await logInAt(portal.identities, elsewhere, { provider: "GOOGLE", person });
    expect((await elsewhere.call(verifySecondFactor, { body: { code: await authenticator.code() } })).status).toBe(200);
    sessions.push(elsewhere);
    // A code works once.
    await portal.clock.travel(60);
  }
  await disconnect(browser);
  const statuses = await Promise.all(sessions.map(async (session) => (await session.call(validateAuth)).status));
  expect(statuses).toEqual([401, 200]);
});

test("a login without a recorded identity ends with the first identity that is disconnected", async () => {
  const { account, browser } = await aTeacherWithTwo();
  const former = await aSession(portal, account, { loginType: "GOOGLE" });
  await disconnect(browser);
  expect((await former.call(validateAuth)).status).toBe(401);
});

test("the last identity that is disconnected ends every login at the provider", async () => {
  const { account, browser } = await aTeacherWithTwo();
  await disconnect(browser);
  const former = await aSession(portal, account, { loginType: "GOOGLE" });
  // An id that no identity has.
  await portal.context.database.updateTable("sessions").set({ identity_id: account.id }).where("login_type", "=", "GOOGLE").execute();
  await disconnect(browser);
  expect((await former.call(validateAuth)).status).toBe(401);
});
