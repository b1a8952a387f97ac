/** A session that ends during its hand-over leaves no code that a game could redeem. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { askHandOver } from "#test/oauth-client.ts";
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
])("a password that changes while %s is opened ends that hand-over too: errors.notLoggedIn", async (_, open) => {
  const { account, game, organization } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  const answer = await meanwhile(portal, {
    account,
    call: () => open(browser, { gameId: game.id, orgId: organization.id }),
    // By these two, `setPassword` and `expirePassword` end sessions and tokens.
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
