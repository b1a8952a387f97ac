/** An account has at most fifty live logins at one game. A further login ends that which was not used longest. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnSessions } from "@storyport/contract/sessions";
import type { OwnSession } from "@storyport/contract/sessions";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { aGame, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { handOver, postToken, readTokens, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aPlayerOf() {
  const teacher = await aTeacher(portal);
  return { ...teacher, browser: await logIn(portal.browser(), teacher.account) };
}

async function gameLogins(browser: Browser): Promise<OwnSession[]> {
  return listOwnSessions.response.parse((await browser.call(listOwnSessions)).body).filter(({ kind }) => kind === "GAME");
}

/** Logs in at the game so often, one after the other. */
async function logInsAt(browser: Browser, game: { id: number }, count: number) {
  const logins = [];
  for (let done = 0; done < count; done++) logins.push(await tokensFor(portal, browser, { game }));
  return logins;
}

test("the fifty-first login at a game ends the oldest one there, and no login at another game or of another account", async () => {
  const { browser, organization, game } = await aPlayerOf();
  const other = await aGame(portal);
  await portal.context.database.insertInto("organization_games").values({ organization_id: organization.id, game_id: other.id }).execute();
  const elsewhere = await tokensFor(portal, browser, { game: other });
  const stranger = await aPlayerOf();
  const strangers = await tokensFor(portal, stranger.browser, { game: stranger.game });
  const logins = await logInsAt(browser, game, 50);
  const [first, second] = logins;
  if (first === undefined || second === undefined) throw new Error("There are fifty.");
  expect(await gameLogins(browser)).toHaveLength(51);

  const newest = await tokensFor(portal, browser, { game });

  expect(await refresh(portal, first)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  for (const kept of [second, newest, elsewhere, strangers]) expect((await refresh(portal, kept)).status).toBe(200);
  expect(await gameLogins(browser)).toHaveLength(51);
  const ended = portal.context.database.selectFrom("token_families").select("revoked_because").where("revoked_at", "is not", null);
  expect(await ended.where("client_id", "=", String(game.id)).execute()).toEqual([{ revoked_because: "LOGOUT" }]);
});

test("a login that is in use stays: those end that were refreshed least recently", async () => {
  const { browser, game } = await aPlayerOf();
  const [tablet, second] = await logInsAt(browser, game, 50);
  if (tablet === undefined || second === undefined) throw new Error("There are fifty.");
  const used = readTokens(await refresh(portal, tablet), tablet.clientId);
  await tokensFor(portal, browser, { game });
  expect((await refresh(portal, used)).status).toBe(200);
  expect(await refresh(portal, second)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("a game that hears of logouts hears of the login that a further one ended", async () => {
  const { database } = portal.context;
  const { browser, game } = await aPlayerOf();
  await database.updateTable("games").set({ backchannel_logout_url: "https://game.example/ended" }).where("id", "=", game.id).execute();
  const [first] = await logInsAt(browser, game, 51);
  const notices = await database.selectFrom("logout_notices").select("family_id").where("game_id", "=", game.id).execute();
  expect(notices).toEqual([{ family_id: first?.claims.sid }]);
});

test("forty concurrent logins at a game all succeed, and the next login leaves fifty", async () => {
  const { browser, game } = await aPlayerOf();
  await logInsAt(browser, game, 50);
  const handOvers = [];
  for (let count = 0; count < 40; count++) handOvers.push(await handOver(browser, game));
  const answers = await Promise.all(handOvers.map((one) => postToken(portal, redemptionOf(one))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  await tokensFor(portal, browser, { game });
  expect(await gameLogins(browser)).toHaveLength(50);
});

test("a login that waits for the account holds none of its other logins, so that the call which ends them cannot deadlock", async () => {
  const { database } = portal.context;
  const { browser, account, game } = await aPlayerOf();
  await logInsAt(browser, game, 50);
  const code = redemptionOf(await handOver(browser, game));
  const answer = await database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, account.id, "update");
    const redemption = postToken(portal, code);
    await expect.poll(() => isSomebodyWaiting(database)).toBe(true);
    const families = transaction.selectFrom("token_families").select("id").where("account_id", "=", account.id).forUpdate().noWait();
    expect(await families.execute()).toHaveLength(50);
    return { redemption };
  });
  expect((await answer.redemption).status).toBe(200);
});

test("the list of an account's sessions has at most 200 logins at games, the last used first", async () => {
  const { browser, account, organization, game } = await aPlayerOf();
  await sql`
    with made as (
      insert into token_families (account_id, organization_id, expires_at, game_id, successor_key, idle_seconds, client_id, scope, login_type)
      select ${account.id}::uuid, ${organization.id}::uuid, now() + interval '90 days', ${game.id}::int, sha256(n::text::bytea), 1000000,
        ${String(game.id)}, 'PLAYER', 'PASSWORD'
      from generate_series(1, 300) n returning id
    )
    insert into refresh_tokens (digest, family_id, created_at, expires_at)
    select sha256(id::text::bytea), id, now() - make_interval(secs => row_number() over ()), now() + interval '14 days' from made`.execute(
    portal.context.database,
  );
  const shown = await gameLogins(browser);
  expect(shown).toHaveLength(200);
  expect(shown.every(({ lastSeenAt }) => Date.parse(lastSeenAt) > Date.now() - 250_000)).toBe(true);
});
