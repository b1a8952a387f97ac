/** No table keeps the name or the address of a deleted person, the outbox included (GDPR 17). The history keeps the bare id. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Transaction } from "kysely";
import { requestUserDeletion, setDisplayName } from "@storyport/contract/accounts";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { aPlayerGroup, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { eraseAccount } from "./erasure-queries.ts";
import { askForDeletion } from "#test/mailed-links.ts";
import { tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.mailbox.fault = undefined;
});

const displayName = "Solveig Unmistakable";
const email = "solveig.unmistakable@school.example";
const traces = /unmistakable/i;

async function tableNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(portal.context.database);
  return rows.map(({ name }) => name);
}

/** Returns the names of the tables that contain `pattern` in any row. */
async function tablesHolding(pattern: RegExp): Promise<string[]> {
  const holding: string[] = [];
  for (const name of await tableNames()) {
    const { rows } = await sql.raw<{ row: string }>(`select t::text as row from ${name} t`).execute(portal.context.database);
    if (rows.some(({ row }) => pattern.test(row))) holding.push(name);
  }
  return holding;
}

/** A person with a row in as many tables as possible. */
async function aPersonEverywhere() {
  const { account, organization, game } = await aTeacher(portal, { email, displayName });
  const { database } = portal.context;
  const account_id = account.id;
  const group = await aPlayerGroup(portal, { organization, players: 2, rights: [{ account, level: "OWNER" }] });
  const [own = "", shared = ""] = group.playerIds;
  const other = await aTeacher(portal);
  const players = [
    { account_id, player_id: own },
    { account_id, player_id: shared },
    { account_id: other.account.id, player_id: shared },
  ];
  await database.insertInto("account_players").values(players).execute();
  await database.updateTable("players").set({ name: displayName, research_code: "unmistakable-7" }).where("id", "=", own).execute();
  const identity = { account_id, provider: "FEIDE" as const, issuer: "https://issuer.example", subject: email, label: email };
  await database.insertInto("account_identities").values(identity).execute();
  await database
    .insertInto("group_readings")
    .values({ account_id, sealed_access_token: Buffer.from("sealed") })
    .execute();
  await database
    .insertInto("second_factors")
    .values({ account_id, sealed_secret: Buffer.from("x") })
    .execute();
  await database
    .insertInto("backup_codes")
    .values({ account_id, digest: Buffer.alloc(32, 7) })
    .execute();
  const browser = await logIn(portal.browser(), account);
  await database
    .updateTable("sessions")
    .set({ device_name: `${displayName}'s phone` })
    .where("account_id", "=", account_id)
    .execute();
  await leaveProviderTraces(account_id);
  await tokensFor(portal, browser, { game });
  await portal.browser().call(requestPasswordReset, { body: { email } });
  await portal.sendLetters();
  return { account, own, shared };
}

/** What a login at a provider stores: its sealed token, the school's affiliation, and a connection that was begun. */
async function leaveProviderTraces(account_id: string): Promise<void> {
  const { database, vault } = portal.context;
  const sessions = await database.selectFrom("sessions").select("digest").where("account_id", "=", account_id).execute();
  const sealed_id_token = vault.seal(email);
  const logins = sessions.map(({ digest }) => ({ session_digest: digest, provider: "FEIDE" as const, sealed_id_token }));
  await database.insertInto("provider_logins").values(logins).execute();
  await database
    .updateTable("accounts")
    .set({ feide_services: ["fc:unmistakable"] })
    .where("id", "=", account_id)
    .execute();
  await database
    .insertInto("login_transactions")
    .values({
      digest: Buffer.alloc(32, 8),
      provider: "FEIDE",
      browser_digest: Buffer.alloc(32, 9),
      nonce: "n",
      code_verifier: "v",
      device_name: `${displayName}'s phone`,
      linking_account_id: account_id,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();
}

test("after deletion and its last letter no table holds the e-mail address or the name", async () => {
  const { account, own, shared } = await aPersonEverywhere();
  const code = await askForDeletion(portal, email);
  portal.mailbox.fault = new Error(`550 ${email} is away`);
  await portal.browser().call(requestPasswordReset, { body: { email } });
  expect((await portal.browser().call(requestUserDeletion, { body: { email, token: code } })).status).toBe(200);
  await portal.sendLetters();
  expect(await tablesHolding(traces), "only the letter that is still to be sent").toEqual(["outbox"]);

  portal.mailbox.fault = undefined;
  // Longer than any pause between two tries of a letter.
  await portal.clock.travel(300);
  await portal.sendLetters();
  expect(await tablesHolding(traces)).toEqual([]);
  const letter = portal.mailbox.lettersTo(email).at(-1);
  expect(letter?.subject).toBe("Your Storyport account has been deleted");
  expect(letter?.text).not.toContain(displayName);

  const { database } = portal.context;
  for (const table of ["account_identities", "provider_logins", "login_transactions"] as const) {
    expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  const row = await database.selectFrom("accounts").selectAll().where("id", "=", account.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: "DELETED", email: null, display_name: null, password_hash: null, deleted_at: expect.any(Date) });
  expect((await tablesHolding(new RegExp(account.id))).toSorted()).toEqual(["accounts", "audit_events"]);
  const players = await database.selectFrom("players").select(["id", "name", "research_code"]).where("id", "in", [own, shared]).execute();
  expect(players.find(({ id }) => id === own)).toMatchObject({ name: "-", research_code: null });
  expect(players.find(({ id }) => id === shared)?.name).toBe("Player 1");
});

test("a last letter that cannot be sent within a day is erased nevertheless", async () => {
  const { account } = await aTeacher(portal);
  const code = await askForDeletion(portal, account.email);
  portal.mailbox.fault = new Error("away");
  await portal.browser().call(requestUserDeletion, { body: { email: account.email, token: code } });
  await portal.sendLetters();
  await portal.clock.travel(24 * 3600 + 1);
  await portal.sendLetters();
  expect(await tablesHolding(new RegExp(account.email))).toEqual([]);
});

test("a request that runs during the deletion brings neither name nor address back", async () => {
  const { account } = await aTeacher(portal, { displayName: "Solveig Former" });
  const browser = await logIn(portal.browser(), account);
  const erase = (transaction: Transaction<Tables>) => eraseAccount(transaction, account.id, account.email);
  const body = { displayName };
  const answer = await meanwhile(portal, { account, happens: erase, call: () => browser.call(setDisplayName, { body }) });
  expect(answer.status).toBe(401);
  expect(await tablesHolding(traces)).toEqual([]);

  const asking = await aTeacher(portal, { displayName });
  await portal.browser().call(requestPasswordReset, { body: { email: asking.account.email } });
  await meanwhile(portal, {
    account: asking.account,
    // Not `eraseAccount`, which also deletes the request: then no call would be under way.
    happens: (transaction) =>
      transaction
        .updateTable("accounts")
        .set({ status: "DELETED", email: null, display_name: null, password_hash: null, deleted_at: new Date() })
        .where("id", "=", asking.account.id)
        .execute(),
    call: () => answerLinkRequests(portal.context),
  });
  expect(await tablesHolding(traces)).toEqual([]);
  expect(await tablesHolding(new RegExp(asking.account.email))).toEqual([]);
});

test("the address is free again: its next owner gets a new account", async () => {
  const { account } = await aTeacher(portal);
  const code = await askForDeletion(portal, account.email);
  await portal.browser().call(requestUserDeletion, { body: { email: account.email, token: code } });
  const next = await aTeacher(portal, { email: account.email });
  expect(next.account.id).not.toBe(account.id);
  expect((await portal.browser().call(requestUserDeletion, { body: { email: account.email, token: code } })).status).toBe(410);
});

test("e-mails that another account caused to the address are erased too", async () => {
  const { account } = await aTeacher(portal);
  const other = await aTeacher(portal);
  await portal.context.database
    .insertInto("outbox")
    .values({
      account_id: other.account.id,
      recipient: account.email,
      letter: "emailChanged",
      subject: "s",
      expires_at: new Date(Date.now() + 1e9),
    })
    .execute();
  const code = await askForDeletion(portal, account.email);
  await portal.browser().call(requestUserDeletion, { body: { email: account.email, token: code } });
  await portal.sendLetters();
  expect(await tablesHolding(new RegExp(account.email))).toEqual([]);
});
