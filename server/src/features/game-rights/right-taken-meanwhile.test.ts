/** A right on a game that is taken away meanwhile acts no more. */
import type { Transaction } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEdition, editOwnGame } from "@storyport/contract/game-rights";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aGame, aSession, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aBuilder } from "#test/conformance.ts";
import { meanwhile } from "#test/meanwhile.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Game = { id: number; key: string };

/** What `setGameRight` does, with its locks: `meanwhile` locks the account. */
const takeRight = (game: Game, accountId: string) => async (transaction: Transaction<Tables>) => {
  await sql`select from games where id = ${game.id}::int for no key update`.execute(transaction);
  await transaction.deleteFrom("game_rights").where("game_id", "=", game.id).where("account_id", "=", accountId).execute();
};

const calls: [string, (browser: Browser, game: Game) => Promise<Answer>][] = [
  [
    "changes no callback",
    (browser, { id }) =>
      browser.call(editOwnGame, {
        params: { gameId: id },
        body: { version: 1, callbacks: [{ url: "https://sea.example/back", kind: "WEB" }] },
      }),
  ],
  [
    "creates no edition",
    (browser, { id, key }) =>
      browser.call(createEdition, { params: { gameId: id }, body: { gameKey: `${key}-nn`, description: "Nynorsk", locale: "nn" } }),
  ],
];

test.each(calls)("a person from whom the game is taken meanwhile %s", async (_, call) => {
  const game = await aGame(portal, { isPublic: false, callbacks: [] });
  const { account, browser } = await aBuilder(portal, game, "OWNER");
  const { status, body } = await meanwhile(portal, {
    account,
    happens: takeRight(game, account.id),
    call: () => call(browser, game),
  });
  expect([status, body]).toMatchObject([404, { code: "errors.notFound" }]);
  const { database } = portal.context;
  const callbacks = database.selectFrom("game_callbacks").select("url").where("game_id", "=", game.id);
  const editions = database.selectFrom("games").select("key").where("key", "like", `${game.key}-%`);
  expect([await callbacks.execute(), await editions.execute()]).toEqual([[], []]);
});

test("an administrator who is deleted meanwhile creates no edition, and owns none", async () => {
  const game = await aGame(portal, { isPublic: false });
  const admin = await anAdministrator(portal);
  const browser = await aSession(portal, admin, { loginType: "PASSWORD" });
  const { status, body } = await meanwhile(portal, {
    account: admin,
    happens: (transaction) => erasePerson(portal.context, transaction, { id: admin.id, email: admin.email, default_locale: "en" }),
    call: () =>
      browser.call(createEdition, {
        params: { gameId: game.id },
        body: { gameKey: `${game.key}-nn`, description: "Nynorsk", locale: "nn" },
      }),
  });
  expect([status, body]).toMatchObject([401, { code: "errors.notLoggedIn" }]);
  const rights = portal.context.database.selectFrom("game_rights").select("game_id").where("account_id", "=", admin.id);
  expect(await rights.execute()).toEqual([]);
});
