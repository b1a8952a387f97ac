/** The second factor also holds in races, and against what began before the factor was confirmed. */
import type { Transaction } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword, validateAuth } from "@storyport/contract/login";
import { confirmSecondFactor, enrolSecondFactor } from "@storyport/contract/second-factor";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { beginFactor, setUpFactor } from "#test/authenticator.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { meanwhile, deactivatedMeanwhile } from "#test/meanwhile.ts";
import { aConnectedTeacher, aPerson, buildFederatedPortal, connectAt, locationOf, logInAt } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { postToken, tokensFor } from "#test/oauth-client.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());

function enrolledMeanwhile<T>(account: TestAccount, call: () => Promise<T>): Promise<T> {
  return meanwhile(portal, {
    account,
    call,
    happens: (transaction) =>
      transaction
        .insertInto("second_factors")
        .values({ account_id: account.id, sealed_secret: portal.context.vault.seal("A".repeat(32)), confirmed_at: new Date() })
        .execute(),
  });
}

test("a factor confirmed during a password login is required", async () => {
  const { account } = await aTeacher(portal);
  const browser = portal.browser();
  const body = { email: account.email, password: aPassword, deviceName: "a test" };
  const answer = await enrolledMeanwhile(account, () => browser.call(logInWithPassword, { body }));
  expect(answer).toMatchObject({ status: 200, body: { secondFactor: "required" } });
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("a factor confirmed during a provider login is required", async () => {
  const { account, person } = await aConnectedTeacher(portal, { provider: "GOOGLE" });
  const browser = portal.browser();
  const answer = await enrolledMeanwhile(account, () => logInAt(portal.identities, browser, { provider: "GOOGLE", person }));
  expect(locationOf(answer)).toBe("/login/second-factor");
  expect((await browser.call(validateAuth)).status).toBe(401);
});

test("setting up a factor ends games' tokens, because they were issued without it", async () => {
  const { account, game } = await aTeacher(portal);
  const { refreshToken } = await tokensFor(portal, await logIn(portal.browser(), account), { game });
  await setUpFactor(portal, await logIn(portal.browser(), account));
  const form = { grant_type: "refresh_token", client_id: String(game.id), refresh_token: refreshToken };
  expect(await postToken(portal, form)).toMatchObject({ status: 400, body: { code: "errors.grantInvalid" } });
});

test("no enrolment begins for an account that ended meanwhile", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const answer = await deactivatedMeanwhile(portal, { account, call: () => browser.call(enrolSecondFactor, { body: {} }) });
  expect(answer.status).toBe(401);
  const { database } = portal.context;
  expect(await database.selectFrom("second_factors").select("account_id").where("account_id", "=", account.id).execute()).toEqual([]);
});

test("an attacker with the password alone cannot log the owner out by endless logins", async () => {
  const { account } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  await setUpFactor(portal, browser);
  for (let count = 0; count < 21; count++) await logIn(portal.browser(), account);
  expect((await browser.call(validateAuth)).status).toBe(200);
  const { database } = portal.context;
  const rows = await database.selectFrom("sessions").select("stage").where("account_id", "=", account.id).execute();
  expect(rows.filter(({ stage }) => stage !== "FULL")).toHaveLength(20);
});

test("a session that ends meanwhile neither confirms a factor nor connects an identity", async () => {
  const { account } = await aTeacher(portal);
  const endSessions = (transaction: Transaction<Tables>) => endAllSessions(transaction, account.id);
  const browser = await logIn(portal.browser(), account);
  const code = await (await beginFactor(portal, browser)).code();
  const confirm = () => browser.call(confirmSecondFactor, { body: { code } });
  const confirmed = await meanwhile(portal, { account, happens: endSessions, call: confirm });
  expect(confirmed).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });

  const other = await logIn(portal.browser(), account);
  const connecting = () => connectAt(portal.identities, other, { provider: "GOOGLE", person: aPerson() });
  const connected = await meanwhile(portal, { account, happens: endSessions, call: connecting });
  expect(locationOf(connected)).toContain("error=errors.providerLoginStale");
  const { database } = portal.context;
  expect(await database.selectFrom("account_identities").select("id").where("account_id", "=", account.id).execute()).toEqual([]);
});
