import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anOrganization, aSession, aTeacher, logIn, webCallback } from "#test/builders.ts";
import { aPkcePair, askHandOver, handOver, postToken, readTokens, redemptionOf } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherAtTheDoor(parts: Parameters<typeof aTeacher>[1] = {}) {
  const teacher = await aTeacher(portal, parts);
  return {
    ...teacher,
    browser: await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id }),
  };
}

describe("who may be handed over to a game", () => {
  test("a teacher who logged in gets a deep link with code, state and iss", async () => {
    const { account, game } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const { deeplinkUrl } = await handOver(browser, game, { state: "s1" });
    expect(deeplinkUrl.href.startsWith(`${webCallback}?`)).toBe(true);
    expect(deeplinkUrl.searchParams.get("code")).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(deeplinkUrl.searchParams.get("state")).toBe("s1");
    expect(deeplinkUrl.searchParams.get("iss")).toBe(publicUrl);
  });

  test("the code and the hand-over's secret are stored as digests only", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const { code, handover } = await handOver(browser, game);
    const rows = await portal.context.database.selectFrom("game_codes").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(handover);
  });

  test("without a session: errors.notLoggedIn", async () => {
    const { game } = await aTeacher(portal);
    const { status, body } = await askHandOver(portal.browser(), game);
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: "errors.notLoggedIn" });
  });

  test("an account deactivated since it logged in: errors.notLoggedIn", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    expect((await askHandOver(browser, game)).body).toMatchObject({ code: "errors.notLoggedIn" });
  });

  test("without the permission login in that organization: errors.noLoginPermissions", async () => {
    const game = await aGame(portal);
    const [school, other] = [await anOrganization(portal), await anOrganization(portal, { games: [game] })];
    const memberships = [
      { organization: school, roles: ["teacher"] },
      { organization: other, roles: ["guest"] },
    ];
    const browser = await aSession(portal, await anAccount(portal, { memberships }), { loginType: "PASSWORD" });
    const { status, body } = await askHandOver(browser, game, { query: { orgId: other.id } });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "errors.noLoginPermissions", message: "No login permissions" });
  });

  test("a foreign organization or game gets the same answer as a missing one", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const foreign = await aTeacher(portal);
    const answers = [
      await askHandOver(browser, foreign.game),
      await askHandOver(browser, { id: 2_000_000_000 }),
      await askHandOver(browser, game, { query: { orgId: foreign.organization.id } }),
      await askHandOver(browser, game, { query: { orgId: randomUUID() } }),
      await askHandOver(browser, foreign.game, { query: { orgId: foreign.organization.id } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({
        code: "errors.gameNotAvailable",
        message: "This game is not available to you.",
        requestId: expect.any(String),
      });
    }
  });

  test("an ended membership, even if its roles are still stored: errors.gameNotAvailable", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    await portal.context.database.deleteFrom("organization_members").where("account_id", "=", account.id).execute();
    expect((await askHandOver(browser, game)).body).toMatchObject({ code: "errors.gameNotAvailable" });
  });

  test("with several organizations that have the game: errors.organizationNotChosen, until one is chosen", async () => {
    const game = await aGame(portal);
    const [first, second] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, {
      memberships: [first, second].map((organization) => ({ organization, roles: ["group_manager"] })),
    });
    const browser = await logIn(portal.browser(), account);
    expect((await askHandOver(browser, game)).body).toMatchObject({ code: "errors.organizationNotChosen" });
    const handover = await handOver(browser, game, { orgId: second.id });
    const { claims } = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    expect(claims.orgId).toBe(second.id);
  });

  test("an administrator chooses any of the schools that have the game, however many they are", async () => {
    const game = await aGame(portal);
    const { id: last } = await anOrganization(portal, { games: [game] });
    await sql`
      with made as (
        insert into organizations (id, key, description)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'many-' || n, 'School ' || n from generate_series(1, 1000) n
        returning id
      )
      insert into organization_games (organization_id, game_id) select id, ${game.id} from made`.execute(portal.context.database);
    const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
    expect((await askHandOver(admin, game)).body).toMatchObject({ code: "errors.organizationNotChosen" });
    const handover = await handOver(admin, game, { orgId: last });
    const { claims } = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    expect(claims.orgId).toBe(last);
  });

  test("a login type that the game does not allow: errors.gameLoginTypeNotAllowed, but not for an administrator", async () => {
    const { browser, game } = await aTeacherAtTheDoor({ game: { loginTypes: ["FEIDE"] } });
    const { status, body } = await askHandOver(browser, game);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "errors.gameLoginTypeNotAllowed" });
    const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
    expect((await askHandOver(admin, game)).status).toBe(200);
  });

  test("a permission that the game requires must be held in that organization, not elsewhere", async () => {
    const game = await aGame(portal, { requiredPermissions: ["play_premium"] });
    const [with_, without] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, {
      memberships: [
        { organization: with_, roles: ["teacher", "premium"] },
        { organization: without, roles: ["teacher"] },
      ],
    });
    const browser = await logIn(portal.browser(), account);
    expect((await askHandOver(browser, game, { query: { orgId: with_.id } })).status).toBe(200);
    const refused = await askHandOver(browser, game, { query: { orgId: without.id } });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "errors.gamePermissionMissing" });
  });

  test("a session bound to an organization hands over in it alone, whatever is requested (DESIGN A28)", async () => {
    const game = await aGame(portal);
    const [own, other] = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, {
      memberships: [own, other].map((organization) => ({ organization, roles: ["teacher"] })),
    });
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: own.id });
    const refused = await askHandOver(browser, game, { query: { orgId: other.id } });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ code: "errors.gameNotAvailable" });
    const handover = await handOver(browser, game);
    expect(readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId).claims.orgId).toBe(own.id);
    expect((await askHandOver(browser, game, { query: { orgId: own.id } })).status).toBe(200);
  });

  test("a session bound to an organization without the game never opens it through another", async () => {
    const game = await aGame(portal);
    const [own, other] = [await anOrganization(portal), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, { memberships: [own, other].map((organization) => ({ organization, roles: ["teacher"] })) });
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: own.id });
    for (const orgId of [undefined, own.id, other.id]) {
      expect((await askHandOver(browser, game, { query: { orgId } })).body).toMatchObject({ code: "errors.gameNotAvailable" });
    }
  });
});

describe("the call comes from the portal's own pages only (DESIGN A15)", () => {
  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "cross-site", origin: publicUrl, "x-storyport": "1" },
  ])("refused with %o", async (headers) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const { status, body } = await askHandOver(browser, game, { headers });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "errors.crossSite" });
  });
});

describe("clientCode is a PKCE S256 challenge (DESIGN A3)", () => {
  test.each([
    ["42 characters", "a".repeat(42)],
    ["44 characters", "a".repeat(44)],
    ["padding", `${"a".repeat(42)}=`],
    ["plain base64", `${"a".repeat(42)}+`],
    ["a space", `${"a".repeat(42)} `],
    ["a line end", `${"a".repeat(43)}\n`],
    ["other letters", "å".repeat(43)],
  ])("refused: %s", async (_, clientCode) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const { status, body } = await askHandOver(browser, game, { query: { clientCode } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "errors.clientCodeInvalid" });
  });

  test("a legacy game sends an opaque value and repeats it at redemption", async () => {
    const { browser, game } = await aTeacherAtTheDoor({ game: { legacyClientCode: true } });
    const clientCode = "old-game-build-7-device-0123456789-abcdefghijk";
    const wrong = await handOver(browser, game, { clientCode });
    const refused = await postToken(portal, redemptionOf(wrong, { code_verifier: `${clientCode}x` }));
    expect(refused.body).toMatchObject({ error: "invalid_grant" });
    expect((await postToken(portal, redemptionOf(wrong, { code_verifier: clientCode }))).status).toBe(200);
  });
});

describe("state comes back unchanged", () => {
  test.each([
    ["unicode", "blåbær 🫐 日本"],
    ["line ends", "a\r\nSet-Cookie: x=1\r\n\r\n"],
    ["another code", "x&code=stolen&iss=https://evil.test"],
    ["a fragment", "x#y?z=%26%23"],
    ["plus and percent", "a+b%2Bc%00"],
    ["1,024 characters", "s".repeat(1024)],
  ])("%s", async (_, state) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const { deeplinkUrl, code } = await handOver(browser, game, { state });
    expect(deeplinkUrl.searchParams.getAll("state")).toEqual([state]);
    expect(deeplinkUrl.searchParams.getAll("code")).toEqual([code]);
    expect(deeplinkUrl.searchParams.getAll("iss")).toEqual([publicUrl]);
    expect(deeplinkUrl.href).not.toMatch(/[\r\n\s]/);
    expect(deeplinkUrl.hash).toBe("");
  });
});

describe("input that is not what the call asks for is refused with 400", () => {
  const { challenge } = aPkcePair();
  test.each([
    ["no gameId", { gameId: undefined }],
    ["an empty gameId", { gameId: "" }],
    ["gameId 0", { gameId: 0 }],
    ["a negative gameId", { gameId: -1 }],
    ["a fractional gameId", { gameId: 1.5 }],
    ["a gameId beyond the column", { gameId: 2_147_483_648 }],
    ["a game's key", { gameId: "storyport-no" }],
    ["a gameId with SQL", { gameId: "1 or 1=1" }],
    ["no state", { state: undefined }],
    ["an empty state", { state: "" }],
    ["a state of 1,025 characters", { state: "s".repeat(1025) }],
    ["a state with U+0000", { state: "a\u0000b" }],
    ["no clientCode", { clientCode: undefined }],
    ["a clientCode of 257 characters", { clientCode: "c".repeat(257) }],
    ["a clientCode with U+0000", { clientCode: `${challenge}\u0000` }],
    ["no deeplink", { deeplink: undefined }],
    ["a deeplink with U+0000", { deeplink: `${webCallback}\u0000` }],
    ["an unknown scope", { scope: "ADMIN" }],
    ["a scope in small letters", { scope: "player" }],
    ["an orgId that is no uuid", { orgId: "me" }],
    ["an unknown member", { accountId: randomUUID() }],
  ])("%s", async (_, query) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const { status, body } = await askHandOver(browser, game, { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "errors.invalidInput" });
  });

  test.each(["gameId", "state", "clientCode", "deeplink"])("%s given twice", async (name) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const query = new URLSearchParams({ gameId: String(game.id), state: "s", clientCode: challenge, deeplink: webCallback });
    query.append(name, query.get(name) ?? "");
    const { status } = await browser.send({ method: "GET", url: `/api/auth/token/game/callback?${query}` });
    expect(status).toBe(400);
  });
});

describe("scope", () => {
  test.each([
    [undefined, "USERGROUP"],
    ["USERGROUP", "USERGROUP"],
    ["PLAYERGROUP", "PLAYERGROUP"],
    ["PLAYER", "PLAYER"],
  ])("requested %s, given %s", async (requested, given) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const handover = await handOver(browser, game, { scope: requested });
    const answer = await postToken(portal, redemptionOf(handover));
    expect(answer.body).toMatchObject({ scope: given });
    expect(readTokens(answer, handover.clientId).claims.scope).toBe(given);
  });
});
