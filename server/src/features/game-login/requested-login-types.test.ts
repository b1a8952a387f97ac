import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestedLoginTypes } from "@storyport/contract/game-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, webCallback } from "#test/builders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const ask = (gameId: number, deeplink = webCallback) => portal.browser().call(requestedLoginTypes, { query: { gameId, deeplink } });

test.each([true, false])("a game's request is told its login types, and nothing else, without a login; public: %s", async (isPublic) => {
  const game = await aGame(portal, { isPublic, loginTypes: ["FEIDE", "QRCODE"] });
  for (const deeplink of [webCallback, "http://127.0.0.1:51234/callback"]) {
    const { status, body } = await ask(game.id, deeplink);
    expect(status).toBe(200);
    expect(body).toEqual({ loginTypes: ["FEIDE", "QRCODE"] });
  }
});

test("errors.notFound, in the same words: a callback that is not the game's, a retired game, and no such game", async () => {
  const [game, retired] = [await aGame(portal, { isPublic: false }), await aGame(portal)];
  await sql`update games set retired_at = now() where id = ${retired.id}`.execute(portal.context.database);
  const answers = [await ask(game.id, `${webCallback}/`), await ask(retired.id), await ask(2_147_483_647)];
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toEqual({ code: "errors.notFound", message: "Not found", requestId: expect.any(String) });
  }
});
