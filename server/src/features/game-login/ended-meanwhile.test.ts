/** A session that ends during its hand-over leaves no code that a game could redeem. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import { consumeGameCode } from "#/features/tokens/queries.ts";
import { digestOf } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { askHandOver, handOver } from "#test/oauth-client.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Open = (browser: Browser, query: { gameId: number; orgId: string }) => Promise<Answer>;

// The embedded store has one connection, so nothing can run concurrently there.
test.skipIf(isEmbedded).each<[string, Open]>([
  ["a game", (browser, { gameId: id }) => askHandOver(browser, { id })],
  ["the dashboard", (browser, query) => browser.call(openDashboard, { query: { ...query, confirmed: "true" } })],
])("a password changed while %s is opened ends that too: errors.notLoggedIn", async (_, open) => {
  const { account, game, organization } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const answer = await meanwhile(portal, {
    account,
    call: () => open(browser, { gameId: game.id, orgId: organization.id }),
    async happens(transaction) {
      await endAllSessions(transaction, account.id);
      await revokeTokensOf(transaction, { accountId: account.id, because: "PASSWORD" });
    },
  });
  const { database } = portal.context;
  const codes = await database
    .selectFrom("game_codes")
    .select("digest")
    .where("account_id", "=", account.id)
    .where("expires_at", ">", new Date())
    .execute();
  expect(codes).toEqual([]);
  expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
});

test.skipIf(isEmbedded)("a code is not redeemed by a request that began before its tokens were revoked", async () => {
  const { account, game } = await aTeacher(portal);
  const { code, clientId, redirectUri, challenge, verifier } = await handOver(await logIn(portal.browser(), account), game);
  const { database } = portal.context;
  const consumed = await database.transaction().execute(async (transaction) => {
    // The transaction's now() is earlier than that of the revocation.
    await sql`select now()`.execute(transaction);
    await revokeTokensOf(database, { accountId: account.id, because: "PASSWORD" });
    return consumeGameCode(transaction, { digest: digestOf(code), clientId, callbackUrl: redirectUri, challenge, verifier });
  });
  expect(consumed).toBeUndefined();
});
