import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { isEmbedded } from "#test/test-store.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { askHandOver, handOver, postToken, readTokens, redemptionOf } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aChildAtTheTablet() {
  const game = await aGame(portal);
  const organization = await anOrganization(portal, { games: [game] });
  const account = await anAccount(portal, {
    email: null,
    password: null,
    displayName: "Nora",
    loginTypes: ["QRCODE"],
    memberships: [{ organization, roles: ["student"] }],
  });
  const group = await aPlayerGroup(portal, { organization, players: 3 });
  const own = group.playerIds[0] ?? "";
  await portal.context.database.insertInto("account_players").values({ account_id: account.id, player_id: own }).execute();
  const browser = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
  return { account, organization, game, browser, own };
}

describe("a badge's session hands over once and ends (DESIGN A6)", () => {
  test("after the hand-over the session has ended and both cookies are cleared", async () => {
    const { browser, game, account } = await aChildAtTheTablet();
    const copied = new Map(browser.cookies);
    await handOver(browser, game);
    expect(browser.cookies.has("session")).toBe(false);
    expect(browser.cookies.has("user")).toBe(false);
    const thief = portal.browser();
    for (const [name, value] of copied) thief.cookies.set(name, value);
    expect((await thief.call(validateAuth)).status).toBe(401);
    expect((await askHandOver(thief, game)).body).toMatchObject({ code: "errors.notLoggedIn" });
    const left = await portal.context.database.selectFrom("sessions").select("digest").where("account_id", "=", account.id).execute();
    expect(left).toEqual([]);
  });

  test("exactly one of 50 concurrent hand-overs gets a code", async () => {
    const { browser, game, account } = await aChildAtTheTablet();
    const answers = await Promise.all(Array.from({ length: 50 }, () => askHandOver(browser, game)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    const codes = await portal.context.database.selectFrom("game_codes").select("digest").where("account_id", "=", account.id).execute();
    expect(codes).toHaveLength(1);
  });

  // The embedded store has one connection, so nothing can run concurrently there.
  test.skipIf(isEmbedded)("a hand-over waits for a deactivation without holding what it needs: errors.notLoggedIn", async () => {
    const { browser, game, account } = await aChildAtTheTablet();
    const answer = await meanwhile(portal, {
      account,
      call: () => askHandOver(browser, game),
      happens: (transaction) => transaction.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute(),
      // Shorter than the second after which PostgreSQL looks for deadlocks.
      async goesOn(transaction) {
        await sql`set local lock_timeout = '500ms'`.execute(transaction);
        await endAllSessions(transaction, account.id);
      },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  });

  test("a refused hand-over keeps the session, so that the child can try again", async () => {
    const { browser, game } = await aChildAtTheTablet();
    expect((await askHandOver(browser, game, { query: { deeplink: "https://evil.test/" } })).status).toBe(400);
    expect((await askHandOver(browser, game)).status).toBe(200);
  });

  test.each([undefined, "USERGROUP", "PLAYERGROUP", "PLAYER"])(
    "with requested scope %s the token has scope PLAYER for its own player",
    async (scope) => {
      const { browser, game, own, account } = await aChildAtTheTablet();
      const handover = await handOver(browser, game, { scope });
      const { claims } = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
      expect(claims).toMatchObject({ sub: account.id, scope: "PLAYER", playerIds: [own], playerRights: { [own]: "PLAY" } });
      expect(claims).toMatchObject({ playerGroupIds: [], playerGroupRights: {}, userGroupIds: [], userGroupRights: {} });
    },
  );

  test("it lasts five minutes, used or not", async () => {
    const { browser, game } = await aChildAtTheTablet();
    await portal.clock.travel(270);
    expect((await browser.call(validateAuth)).status).toBe(200);
    await portal.clock.travel(31);
    expect((await askHandOver(browser, game)).body).toMatchObject({ code: "errors.notLoggedIn" });
  });

  test("a child deactivated in between gets no code", async () => {
    const { browser, game, account } = await aChildAtTheTablet();
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    expect((await askHandOver(browser, game)).status).toBe(401);
  });

  test("a game that takes no badges is refused, and so is another school's", async () => {
    const { browser, organization } = await aChildAtTheTablet();
    const noBadges = await aGame(portal, { loginTypes: ["PASSWORD"] });
    await portal.context.database
      .insertInto("organization_games")
      .values({ organization_id: organization.id, game_id: noBadges.id })
      .execute();
    expect((await askHandOver(browser, noBadges)).body).toMatchObject({ code: "errors.gameLoginTypeNotAllowed" });
    const other = await aChildAtTheTablet();
    expect((await askHandOver(browser, other.game)).body).toMatchObject({ code: "errors.gameNotAvailable" });
  });
});
