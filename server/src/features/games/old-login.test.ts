/** A change that leads logins elsewhere, weakens their proof or lets others in needs a recent login (docs/flows/confirmations.md). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editOwnGame } from "@storyport/contract/game-rights";
import { editGame } from "@storyport/contract/games";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aGame, anAdministrator, aSession } from "#test/builders.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  await portal.clock.travel(15 * 60 + 1);
});
afterAll(() => portal.close());

const calls = { editGame, editOwnGame };
const edit = (name: keyof typeof calls, gameId: number, change: object): Promise<Answer> =>
  admin.call(calls[name], { params: { gameId }, body: { version: 1, ...change } });
const elsewhere = [{ url: "https://elsewhere.example/", resource_type: "dashboard" }];

describe("after an old login", () => {
  test.each([
    ["editGame", { callbacks: [] }],
    ["editGame", { openid: { words: [], subjectType: "public" } }],
    ["editGame", { loginTypes: ["FEIDE"] }],
    ["editGame", { maxScope: "PLAYER" }],
    ["editGame", { resourceLinks: elsewhere }],
    ["editGame", { legacyClientCode: true }],
    ["editGame", { requiredPermissions: ["play_premium"] }],
    ["editOwnGame", { resourceLinks: elsewhere }],
  ] as const)("%s of %j is refused: errors.loginTooOld", async (name, change) => {
    const game = await aGame(portal, { maxScope: "PLAYERGROUP" });
    expect(await edit(name, game.id, change)).toMatchObject({ status: 403, body: { code: "errors.loginTooOld" } });
    const { database } = portal.context;
    const row = await database.selectFrom("games").select("version").where("id", "=", game.id).executeTakeFirstOrThrow();
    expect(row.version).toBe(1);
  });

  test.each([
    ["editGame", { description: "Norwegian", locale: "nb", isPublic: false }],
    ["editOwnGame", { description: "Norwegian", locale: "nb" }],
  ] as const)("%s of %j is free", async (name, change) => {
    const game = await aGame(portal);
    expect(await edit(name, game.id, change)).toMatchObject({ status: 200, body: change });
  });

  test.each(["editGame", "editOwnGame"] as const)("%s that repeats the links is free", async (name) => {
    const game = await aGame(portal);
    const [link] = elsewhere;
    const row = { game_id: game.id, url: link?.url ?? "", resource_type: "dashboard" } as const;
    await portal.context.database.insertInto("resource_links").values(row).execute();
    expect(await edit(name, game.id, { resourceLinks: elsewhere })).toMatchObject({ status: 200, body: { resourceLinks: elsewhere } });
  });
});
