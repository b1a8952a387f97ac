/** Retiring a game and restoring it. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { listGames, organizationManifest, ownManifest, publicManifest, restoreGame, retireGame } from "@storyport/contract/games";
import { createOrganization, editOrganization, getOrganization } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, anAdministrator, anOrganization, aSession, aTeacher } from "#test/builders.ts";
import { askHandOver, handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
let admin: Browser;
let adminId: string;
beforeAll(async () => {
  portal = await buildTestPortal();
  const account = await anAdministrator(portal);
  adminId = account.id;
  admin = await aSession(portal, account, { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const retire = ({ id: gameId }: { id: number }, version = 1) => admin.call(retireGame, { params: { gameId }, body: { version } });
const restore = ({ id: gameId }: { id: number }, version = 2) => admin.call(restoreGame, { params: { gameId }, body: { version } });

async function aTeacherWithGame() {
  const teacher = await aTeacher(portal);
  const { account, organization } = teacher;
  return { ...teacher, browser: await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }) };
}

describe("a retired game", () => {
  test("is offered nowhere: not in the catalogue, not to its organizations, not to an administrator", async () => {
    const { game, organization, browser } = await aTeacherWithGame();
    expect(await retire(game)).toMatchObject({ status: 200, body: { version: 2, retiredAt: expect.stringMatching(/Z$/) } });
    for (const [who, endpoint, params] of [
      [portal.browser(), publicManifest, {}],
      [browser, ownManifest, {}],
      [browser, organizationManifest, { orgId: organization.id }],
      [admin, organizationManifest, { orgId: organization.id }],
    ] as const) {
      const { status, text } = await who.call(endpoint, { params });
      expect(status).toBe(200);
      expect(text).not.toContain(game.key);
    }
  });

  test("gets no hand-over, and leads to no dashboard", async () => {
    const { game, organization, browser } = await aTeacherWithGame();
    expect((await askHandOver(browser, game)).status).toBe(200);
    await retire(game);
    expect(await askHandOver(browser, game)).toMatchObject({ status: 404, body: { code: "errors.gameNotAvailable" } });
    expect(await askHandOver(admin, game, { query: { orgId: organization.id } })).toMatchObject({ status: 404 });
    const dashboard = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id } });
    expect(dashboard.headers.location).toContain("/no-access");
  });

  test("loses its codes and token families at once; other games keep theirs", async () => {
    const [ended, other] = [await aTeacherWithGame(), await aTeacherWithGame()];
    const tokens = await tokensFor(portal, ended.browser, { game: ended.game });
    const others = await tokensFor(portal, other.browser, { game: other.game });
    const code = await handOver(ended.browser, ended.game);
    await retire(ended.game);
    expect(await refresh(portal, tokens)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await postToken(portal, redemptionOf(code))).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await refresh(portal, others)).status).toBe(200);
  });

  test("is in no token of another game", async () => {
    const { game, organization, browser } = await aTeacherWithGame();
    const second = await aGame(portal);
    await portal.context.database
      .insertInto("organization_games")
      .values({ organization_id: organization.id, game_id: second.id })
      .execute();
    expect((await tokensFor(portal, browser, { game })).claims.gameIds).toContain(second.id);
    expect((await retire(second)).status).toBe(200);
    expect((await tokensFor(portal, browser, { game })).claims.gameIds).toEqual([game.id]);
  });

  test("stays with its organizations, also after an edit of them, and cannot be added to others", async () => {
    const { game, organization } = await aTeacherWithGame();
    await retire(game);
    const params = { organizationId: organization.id };
    expect((await admin.call(getOrganization, { params })).body).toMatchObject({ games: [{ gameId: game.id, isRetired: true }] });
    const edited = await admin.call(editOrganization, { params, body: { version: 1, gameIds: [game.id] } });
    expect(edited).toMatchObject({ status: 200, body: { games: [{ gameId: game.id }] } });
    const key = `Other-${game.id}`;
    const fresh = await admin.call(createOrganization, { body: { key, description: "Another school", gameIds: [game.id] } });
    expect(fresh).toMatchObject({ status: 400, body: { code: "errors.gameUnknown" } });
    const other = await anOrganization(portal);
    const given = await admin.call(editOrganization, { params: { organizationId: other.id }, body: { version: 1, gameIds: [game.id] } });
    expect(given).toMatchObject({ status: 400, body: { code: "errors.gameUnknown" } });
  });

  test("comes back unchanged; ended tokens stay ended", async () => {
    const { game, browser } = await aTeacherWithGame();
    const tokens = await tokensFor(portal, browser, { game });
    const code = await handOver(browser, game);
    await retire(game);
    expect(await restore(game)).toMatchObject({ status: 200, body: { version: 3, retiredAt: null, organizationCount: 1 } });
    expect((await browser.call(ownManifest)).text).toContain(game.key);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await postToken(portal, redemptionOf(code))).status).toBe(400);
    expect((await refresh(portal, await tokensFor(portal, browser, { game }))).status).toBe(200);
  });

  test("is still in the list of games, with the day", async () => {
    const game = await aGame(portal);
    await retire(game);
    const games = listGames.response.parse((await admin.call(listGames)).body);
    expect(games.find(({ gameId }) => gameId === game.id)?.retiredAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});

describe("refused", () => {
  test("retiring a retired game: errors.gameRetired", async () => {
    const game = await aGame(portal);
    await retire(game);
    expect(await retire(game, 2)).toMatchObject({ status: 409, body: { code: "errors.gameRetired" } });
  });

  test("restoring a game in use: errors.gameNotRetired", async () => {
    expect(await restore(await aGame(portal), 1)).toMatchObject({ status: 409, body: { code: "errors.gameNotRetired" } });
  });

  test("another version: errors.changedMeanwhile; one of fifty concurrent calls succeeds", async () => {
    const game = await aGame(portal);
    expect(await retire(game, 7)).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => retire(game)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await eventsOf(game)).toHaveLength(1);
  });

  test("a missing game: errors.notFound", async () => {
    expect((await retire({ id: 2_000_000_000 })).status).toBe(404);
    expect((await restore({ id: 2_000_000_000 })).status).toBe(404);
  });
});

test("the history records who retired a game and who restored it", async () => {
  const game = await aGame(portal);
  await retire(game);
  await restore(game);
  const by = { actor_id: adminId, details: { gameId: game.id, gameKey: game.key } };
  expect(await eventsOf(game)).toEqual([
    { event: "game_retired", ...by },
    { event: "game_restored", ...by },
  ]);
});

async function eventsOf({ id }: { id: number }) {
  return portal.context.database
    .selectFrom("audit_events")
    .select(["event", "actor_id", "details"])
    .where(sql`details->>'gameId'`, "=", String(id))
    .where("event", "in", ["game_retired", "game_restored"])
    .orderBy("id")
    .execute();
}
