/** What the people who build a game learn of its refused logins, and of nobody who logs in. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { listRefusedLogins, refusedLoginReasons } from "@storyport/contract/game-rights";
import type { RefusedLogin, RefusedLoginReason } from "@storyport/contract/game-rights";
import { limits } from "@storyport/contract/limits";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import type { GameParts, TestAccount } from "#test/builders.ts";
import { aGame, anAccount, anAdministrator, anOrganization, aSession, aTeacher } from "#test/builders.ts";
import { aBuilder } from "#test/conformance.ts";
import { aGameLogin, askHandOver, aPkcePair, handOver, postToken, redemptionOf } from "#test/oauth-client.ts";
import type { HandOver } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.context.database);
const ask = (browser: Browser, gameId: number) => browser.call(listRefusedLogins, { params: { gameId } });

async function refusedOf(browser: Browser, { id }: { id: number }): Promise<RefusedLogin[]> {
  const { status, body } = await ask(browser, id);
  expect(status).toBe(200);
  return listRefusedLogins.response.parse(body);
}

/** A teacher who plays a game of the school, and a builder of the game who may only look. */
async function aPlayedGame(game: GameParts = {}) {
  const played = await aTeacher(portal, { game });
  const browser = await aSession(portal, played.account, { loginType: "PASSWORD", organizationId: played.organization.id });
  const { browser: builder, account: colleague } = await aBuilder(portal, played.game, "READ");
  return { ...played, browser, builder, colleague };
}
type PlayedGame = Awaited<ReturnType<typeof aPlayedGame>>;

const anotherAddress = "https://kari:secret@other.example:8443/back/nora@school.example/x?code=secret#secret";
const noted = "https://…/…/…/…";

const redeem = async (handover: HandOver, changes: Record<string, string>) => {
  expect((await postToken(portal, redemptionOf(handover, changes))).status).toBe(400);
};
/** The dashboard redeems its code for this game with a wrong redirect_uri. */
async function redeemAsDashboard(browser: Browser, { game, organization }: Pick<PlayedGame, "game" | "organization">): Promise<void> {
  const left = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id, confirmed: "true" } });
  const code = new URL(String(left.headers.location)).searchParams.get("code") ?? "";
  const { clientSecret: client_secret } = portal.context.settings.dashboard;
  const form = { grant_type: "authorization_code", client_id: "dashboard", client_secret, code, redirect_uri: "https://other.example/" };
  expect((await postToken(portal, form)).body).toMatchObject({ error: "invalid_grant" });
}
const asks = (query: (played: PlayedGame) => Record<string, unknown>, game?: GameParts) => async () => {
  const played = await aPlayedGame(game);
  expect((await askHandOver(played.browser, played.game, { query: query(played) })).status).toBeGreaterThanOrEqual(400);
  return played;
};
const redeems = (changes: () => Record<string, string>) => async () => {
  const played = await aPlayedGame();
  await redeem(await handOver(played.browser, played.game), changes());
  return played;
};

/** How each refusal comes about, and what the builder is told beside its reason. */
const refusals: Record<RefusedLoginReason, [() => Promise<PlayedGame>, Partial<RefusedLogin>]> = {
  "errors.noLoginPermissions": [
    async () => {
      const played = await aPlayedGame();
      const memberships = [
        { organization: await anOrganization(portal), roles: ["teacher"] },
        { organization: played.organization, roles: ["guest"] },
      ];
      const browser = await aSession(portal, await anAccount(portal, { memberships }), { loginType: "PASSWORD" });
      await askHandOver(browser, played.game, { query: { orgId: played.organization.id } });
      return played;
    },
    {},
  ],
  "errors.organizationNotChosen": [
    async () => {
      const played = await aPlayedGame();
      const second = await anOrganization(portal, { games: [played.game] });
      const memberships = [played.organization, second].map((organization) => ({ organization, roles: ["teacher"] }));
      const browser = await aSession(portal, await anAccount(portal, { memberships }), { loginType: "PASSWORD" });
      await askHandOver(browser, played.game);
      return played;
    },
    {},
  ],
  "errors.gameNotAvailable": [asks(() => ({ orgId: crypto.randomUUID() })), { isOrganizationGiven: true }],
  "errors.gameLoginTypeNotAllowed": [asks(() => ({}), { loginTypes: ["QRCODE"] }), { loginType: "PASSWORD" }],
  "errors.gamePermissionMissing": [asks(() => ({}), { requiredPermissions: ["play_premium"] }), {}],
  "errors.gameScopeTooWide": [asks(() => ({ scope: "USERGROUP" }), { maxScope: "PLAYER" }), { scope: "USERGROUP" }],
  "errors.callbackUrlNotRegistered": [asks(() => ({ deeplink: anotherAddress })), { callback: noted }],
  "errors.clientCodeInvalid": [asks(() => ({ clientCode: "short" })), {}],
  "other client": [
    async () => {
      const played = await aPlayedGame();
      const other = await aGame(portal);
      await redeem(await handOver(played.browser, played.game), { client_id: String(other.id) });
      return played;
    },
    {},
  ],
  "used code": [
    async () => {
      const played = await aPlayedGame();
      const handover = await handOver(played.browser, played.game);
      expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
      await redeem(handover, {});
      return played;
    },
    {},
  ],
  "expired code": [
    async () => {
      const played = await aPlayedGame();
      const handover = await handOver(played.browser, played.game);
      await run(sql`update game_codes set expires_at = now() where account_id = ${played.account.id}::uuid`);
      await redeem(handover, {});
      return played;
    },
    {},
  ],
  "other redirect_uri": [redeems(() => ({ redirect_uri: anotherAddress })), { callback: noted }],
  "wrong code_verifier": [redeems(() => ({ code_verifier: aPkcePair().verifier })), {}],
  "rights ended": [
    async () => {
      const played = await aPlayedGame();
      const handover = await handOver(played.browser, played.game);
      await run(sql`delete from account_roles where account_id = ${played.account.id}::uuid`);
      await redeem(handover, {});
      return played;
    },
    {},
  ],
};

describe("a person who may look at a game", () => {
  test.each(refusedLoginReasons)("reads that a login was refused, and never whose: %s", async (reason) => {
    const [refuse, told] = refusals[reason];
    const { account, organization, game, builder } = await refuse();
    const refused = await refusedOf(builder, game);
    expect(refused).toEqual([{ at: expect.any(String), requestId: expect.any(String), reason, ...told }]);
    const shown = JSON.stringify(refused);
    for (const secret of [account.id, account.email, organization.id, organization.key, "127.0.0", "nora", "secret", "kari"]) {
      expect(shown).not.toContain(secret);
    }
  });

  test("learns whether a refused request named an organization", async () => {
    const { browser, game, builder } = await aPlayedGame();
    await run(sql`delete from organization_games where game_id = ${game.id}`);
    await askHandOver(browser, game);
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "errors.gameNotAvailable", isOrganizationGiven: false }]);
  });

  test.each([
    ["https://game.example/launch/back?code=secret#kari", "https://game.example/…/back"],
    ["https://kari:secret@game.example/login/done/", "https://game.example/login/done/"],
    ["http://game.example/login/back", "http://game.example/login/back"],
    ["https://game.example/launch/0f8fad5b-d9cb-469f-a165-70867728950e/kari-nordmann", "https://game.example/…/…/…"],
    ["https://game.example/login/12039912345/back", "https://game.example/login/…/back"],
    ["https://game.example:8443/login/back", "https://game.example:…/login/back"],
    ["https://kari.nordmann.game.example/login/back", "https://…/login/back"],
    ["http://127.0.0.1:51234/kari", "http://127.0.0.1:…/…"],
    ["org.example.game:/done/kari", "org.example.game:/done/…"],
    ["org.example.game://SESSION-TOKEN/done", "org.example.game://…/done"],
    ["kari-nordmann:/done", "…:/done"],
    ["mygame:secret", "…:…"],
    [`https://game.example${"/ab".repeat(200)}`, `https://game.example${"/…".repeat(200)}`.slice(0, limits.refusedLogins.callbackMax)],
    ["no address", undefined],
  ])("reads only the parts of a callback that the game registered: %s", async (deeplink, callback) => {
    const { browser, game, builder } = await aPlayedGame({
      callbacks: [
        { url: "https://game.example/login/back", kind: "WEB" },
        { url: "http://127.0.0.1/login", kind: "LOOPBACK" },
        { url: "org.example.game:/done", kind: "APP" },
      ],
    });
    await askHandOver(browser, game, { query: { deeplink } });
    const [refused] = await refusedOf(builder, game);
    expect(refused).toMatchObject({ reason: "errors.callbackUrlNotRegistered" });
    expect(refused?.callback).toBe(callback);
  });

  test("reads only the registered parts of the redirect_uri of a refused code", async () => {
    const { browser, game, builder } = await aPlayedGame();
    await redeem(await handOver(browser, game), { redirect_uri: "https://game.example/callback/kari-nordmann" });
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "other redirect_uri", callback: "https://game.example/callback/…" }]);
  });

  test("reads the refusal of a login that was refused at another game just before", async () => {
    const { browser, game, builder, organization } = await aPlayedGame();
    const other = await aGame(portal);
    await run(sql`insert into organization_games (organization_id, game_id) values (${organization.id}::uuid, ${other.id})`);
    for (const played of [other, game]) await askHandOver(browser, played, { query: { clientCode: "short" } });
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "errors.clientCodeInvalid" }]);
  });

  test("reads the refusal of a code after a refused code of the dashboard", async () => {
    const { browser, game, builder, organization } = await aPlayedGame();
    await redeemAsDashboard(browser, { game, organization });
    await redeem(await handOver(browser, game), { redirect_uri: anotherAddress });
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "other redirect_uri" }]);
  });

  test("reads no refused code whose client the history of the previous release does not name", async () => {
    const { game, builder } = await aPlayedGame();
    await run(sql`insert into audit_events (event, details) values
      ('game_code_refused', ${JSON.stringify({ gameId: game.id, reason: "expired code" })}::jsonb),
      ('game_login_refused', ${JSON.stringify({ gameId: game.id, reason: "errors.clientCodeInvalid" })}::jsonb)`);
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "errors.clientCodeInvalid" }]);
  });

  test("reads a refusal behind fifty events with a reason that the list does not know", async () => {
    const { browser, game, builder } = await aPlayedGame();
    await askHandOver(browser, game, { query: { clientCode: "short" } });
    await run(sql`insert into audit_events (event, details)
      select 'game_login_refused', ${JSON.stringify({ gameId: game.id, reason: "an old reason" })}::jsonb
      from generate_series(1, ${sql.lit(limits.refusedLogins.most)})`);
    expect(await refusedOf(builder, game)).toMatchObject([{ reason: "errors.clientCodeInvalid" }]);
  });

  test("reads the newest first, of this game alone, and of the last 30 days", async () => {
    const { account, organization, browser, game, colleague } = await aPlayedGame();
    const other = await aPlayedGame();
    await askHandOver(browser, game, { query: aGameLogin(game, { clientCode: "short" }) });
    await portal.clock.travel((limits.refusedLogins.days - 1) * 86_400);
    const again = (person: TestAccount) => aSession(portal, person, { loginType: "PASSWORD", organizationId: organization.id });
    await askHandOver(await aSession(portal, other.account, { loginType: "PASSWORD" }), other.game, { query: { clientCode: "short" } });
    await askHandOver(await again(account), game, { query: { deeplink: "https://other.example/" } });
    const reasons = async () => {
      const builder = await aSession(portal, colleague, { loginType: "PASSWORD" });
      return (await refusedOf(builder, game)).map(({ reason }) => reason);
    };
    expect(await reasons()).toEqual(["errors.callbackUrlNotRegistered", "errors.clientCodeInvalid"]);
    await portal.clock.travel(2 * 86_400);
    expect(await reasons()).toEqual(["errors.callbackUrlNotRegistered"]);
  });

  test("reads nothing of the codes that the dashboard redeems", async () => {
    const { browser, builder, game, organization } = await aPlayedGame();
    await redeemAsDashboard(browser, { game, organization });
    const { rows } = await sql`
      select from audit_events where event = 'game_code_refused' and details ->> 'gameId' = ${String(game.id)}`.execute(
      portal.context.database,
    );
    expect(rows).toHaveLength(1);
    expect(await refusedOf(builder, game)).toEqual([]);
  });
});

test.each(["OWNER", undefined] as const)(
  "a person with the level %s on another game alone gets errors.notFound, and an administrator reads every game",
  async (level) => {
    const { browser, game } = await aPlayedGame();
    await askHandOver(browser, game, { query: { clientCode: "short" } });
    const stranger = await aBuilder(portal, await aGame(portal), level);
    const answer = await ask(stranger.browser, game.id);
    expect([answer.status, Reflect.get(Object(answer.body), "code")]).toEqual([404, "errors.notFound"]);
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    expect(await refusedOf(admin, game)).toHaveLength(1);
    const missing = await ask(admin, 999_999);
    expect([missing.status, Reflect.get(Object(missing.body), "code")]).toEqual([404, "errors.notFound"]);
  },
);
