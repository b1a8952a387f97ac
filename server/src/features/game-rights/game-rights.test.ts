import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEdition, editOwnGame, listGameRights, listOwnGames, setGameRight } from "@storyport/contract/game-rights";
import { editGame } from "@storyport/contract/games";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, anAdministrator, anOrganization, aSession } from "#test/builders.ts";
import { aBuilder, aMember } from "#test/conformance.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const aDraft = () => aGame(portal, { isPublic: false, maxScope: "PLAYERGROUP" });
const code = ({ body }: { body: unknown }): unknown => Reflect.get(Object(body), "code");

async function anAdminBrowser() {
  const admin = await anAdministrator(portal);
  return aSession(portal, admin, { loginType: "PASSWORD" });
}

describe("the games that a person builds", () => {
  test("are those on which they hold a level, with the level; an administrator owns every game", async () => {
    const game = await aDraft();
    await aDraft();
    const { browser } = await aBuilder(portal, game, "MODIFY");
    const own = listOwnGames.response.parse((await browser.call(listOwnGames)).body);
    expect(own.map(({ game: { gameId }, rightsType }) => [gameId, rightsType])).toEqual([[game.id, "MODIFY"]]);
    const all = listOwnGames.response.parse((await (await anAdminBrowser()).call(listOwnGames)).body);
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ rightsType }) => rightsType))).toEqual(new Set(["OWNER"]));
  });

  test("are none for a person without a right", async () => {
    const { browser } = await aBuilder(portal, await aDraft(), undefined);
    expect((await browser.call(listOwnGames)).body).toEqual([]);
  });
});

describe("editing an own game", () => {
  const change = {
    description: "Sea",
    callbacks: [{ url: "https://sea.example/back", kind: "WEB" as const }],
    maxScope: "USERGROUP" as const,
  };

  test("sets its name, callbacks and widest scope while it is a draft", async () => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "MODIFY");
    const { status, body } = await browser.call(editOwnGame, { params: { gameId: game.id }, body: { version: 1, ...change } });
    expect([status, body]).toMatchObject([200, { ...change, version: 2 }]);
  });

  test("never sets what only an administrator may set", async () => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "OWNER");
    for (const more of [{ isPublic: true }, { legacyClientCode: true }, { loginTypes: ["QRCODE"] }, { requiredPermissions: [] }]) {
      const answer = await browser.call(editOwnGame, { params: { gameId: game.id }, body: { version: 1, ...more } });
      expect([answer.status, code(answer)]).toEqual([400, "errors.invalidInput"]);
    }
    expect((await browser.call(editGame, { params: { gameId: game.id }, body: { version: 1 } })).status).toBe(403);
  });

  test("sets the OpenID values of a game, and takes them away", async () => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "MODIFY");
    const edit = (body: object) => browser.call(editOwnGame, { params: { gameId: game.id }, body });
    const openid = { words: ["profile"], subjectType: "pairwise", backchannelLogoutUrl: "https://sea.example/out", postLogoutUrls: [] };
    expect((await edit({ version: 1, openid })).body).toMatchObject({ openid });
    const unsafe = { ...openid, backchannelLogoutUrl: "http://sea.example/out" };
    expect(code(await edit({ version: 2, openid: unsafe }))).toBe("errors.resourceLinkUnsafe");
    expect((await edit({ version: 2, openid: null })).body).toMatchObject({ openid: null });
  });

  test("never widens the scope of a game that a school takes meanwhile", async () => {
    const game = await aDraft();
    const { account, browser } = await aBuilder(portal, game, "OWNER");
    const school = await anOrganization(portal);
    const answer = await meanwhile(portal, {
      // Any row that the edit does not need. It waits for the game, which the school's new row holds.
      account,
      happens: (transaction) =>
        transaction.insertInto("organization_games").values({ organization_id: school.id, game_id: game.id }).execute(),
      call: () => browser.call(editOwnGame, { params: { gameId: game.id }, body: { version: 1, maxScope: "USERGROUP" } }),
    });
    expect([answer.status, code(answer)]).toEqual([403, "errors.gameScopeByAdministrator"]);
  });

  test.each(["public", "a school's"])(
    "narrows the scope of a game that is %s, but never widens it (errors.gameScopeByAdministrator)",
    async (use) => {
      const game = await aGame(portal, { isPublic: use === "public", maxScope: "PLAYERGROUP" });
      if (use !== "public") await anOrganization(portal, { games: [game] });
      const { browser } = await aBuilder(portal, game, "OWNER");
      const params = { gameId: game.id };
      const wider = await browser.call(editOwnGame, { params, body: { version: 1, maxScope: "USERGROUP" } });
      expect([wider.status, code(wider)]).toEqual([403, "errors.gameScopeByAdministrator"]);
      expect((await browser.call(editOwnGame, { params, body: { version: 1, maxScope: "PLAYER" } })).status).toBe(200);
      const byAdmin = await (await anAdminBrowser()).call(editOwnGame, { params, body: { version: 2, maxScope: "USERGROUP" } });
      expect(byAdmin.status).toBe(200);
    },
  );

  test.each([
    ["READ", 403, "errors.notAllowed"],
    [undefined, 404, "errors.notFound"],
  ] as const)("is refused with the level %s", async (level, status, refusal) => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, level);
    const answer = await browser.call(editOwnGame, { params: { gameId: game.id }, body: { version: 1, ...change } });
    expect([answer.status, code(answer)]).toEqual([status, refusal]);
  });

  test.each([
    [{ version: 7 }, "errors.changedMeanwhile"],
    [{ version: 1, callbacks: [{ url: "http://sea.example/back", kind: "WEB" }] }, "errors.callbackUrlUnsafe"],
    [{ version: 1, resourceLinks: [{ url: "https://sea.example/start", resource_type: "other" }] }, "errors.resourceLinkUnsafe"],
    [{ version: 1, locale: "no such" }, "errors.gameLanguageInvalid"],
  ] as const)("%j is refused with %s", async (body, refusal) => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "MODIFY");
    expect(code(await browser.call(editOwnGame, { params: { gameId: game.id }, body }))).toBe(refusal);
  });
});

describe("a further edition", () => {
  const edition = { description: "Nynorsk", locale: "nn" };

  test("is a draft of the same login types, owned by its creator", async () => {
    const game = await aGame(portal, { isPublic: true, loginTypes: ["QRCODE"], maxScope: "PLAYER" });
    const { browser } = await aBuilder(portal, game, "OWNER");
    const { status, body } = await browser.call(createEdition, {
      params: { gameId: game.id },
      body: { ...edition, gameKey: `${game.key}-nn` },
    });
    const draft = { gameKey: `${game.key}-nn`, isPublic: false, organizationCount: 0, loginTypes: ["QRCODE"], maxScope: "PLAYER" };
    expect([status, body]).toMatchObject([201, draft]);
    const own = listOwnGames.response.parse((await browser.call(listOwnGames)).body);
    expect(own.map((one) => [one.game.gameKey, one.rightsType])).toEqual([
      [game.key, "OWNER"],
      [draft.gameKey, "OWNER"],
    ]);
  });

  test("is in the history with its owner's right", async () => {
    const game = await aDraft();
    const { account, browser } = await aBuilder(portal, game, "OWNER");
    const gameKey = `${game.key}-nn`;
    const { body } = await browser.call(createEdition, { params: { gameId: game.id }, body: { ...edition, gameKey } });
    const details = { gameId: Reflect.get(Object(body), "gameId"), gameKey, before: "NONE", after: "OWNER" };
    expect(await eventsAbout(portal, account.id)).toMatchObject([{ event: "game_right_set", actor_id: account.id, details }]);
  });

  test.each([
    ["MODIFY", "errors.notAllowed"],
    [undefined, "errors.notFound"],
  ] as const)("is refused to the level %s with %s", async (level, refusal) => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, level);
    const body = { ...edition, gameKey: `${game.key}-nn` };
    expect(code(await browser.call(createEdition, { params: { gameId: game.id }, body }))).toBe(refusal);
  });

  test("needs a key that starts with the game's (errors.editionKeyInvalid), and that is free (errors.gameKeyTaken)", async () => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "OWNER");
    const create = (gameKey: string) => browser.call(createEdition, { params: { gameId: game.id }, body: { ...edition, gameKey } });
    expect(code(await create("storyport-of-others"))).toBe("errors.editionKeyInvalid");
    expect((await create(`${game.key}-nn`)).status).toBe(201);
    expect(code(await create(`${game.key}-nn`))).toBe("errors.gameKeyTaken");
    expect(code(await create(`${game.key}-?`))).toBe("errors.gameKeyInvalid");
    const bad = { ...edition, gameKey: `${game.key}-x`, callbacks: [{ url: "http://sea.example/", kind: "WEB" as const }] };
    expect(code(await browser.call(createEdition, { params: { gameId: game.id }, body: bad }))).toBe("errors.callbackUrlUnsafe");
  });

  test("of fifty concurrent editions nineteen are created, because an owner has 20 games (errors.tooManyEditions)", async () => {
    const game = await aDraft();
    const { browser } = await aBuilder(portal, game, "OWNER");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        browser.call(createEdition, { params: { gameId: game.id }, body: { ...edition, gameKey: `${game.key}-${number}x` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(code))).toEqual(new Set(["errors.tooManyEditions"]));
  });
});

describe("giving a right on a game", () => {
  test("an owner gives a level to a colleague, changes it and takes it away", async () => {
    const game = await aDraft();
    const { browser, organization } = await aBuilder(portal, game, "OWNER");
    const { account, browser: theirs } = await aMember(portal, organization);
    const give = (rightsType: "NONE" | "READ" | "MODIFY") =>
      browser.call(setGameRight, { params: { gameId: game.id }, body: { email: account.email ?? "", rightsType } });
    const levelOf = async () => listOwnGames.response.parse((await theirs.call(listOwnGames)).body)[0]?.rightsType;
    for (const level of ["READ", "MODIFY"] as const) {
      const rights = setGameRight.response.parse((await give(level)).body);
      expect(rights.find(({ accountId }) => accountId === account.id)?.rightsType).toBe(level);
      expect(await levelOf()).toBe(level);
    }
    await give("NONE");
    expect(await levelOf()).toBeUndefined();
    const { body } = await browser.call(listGameRights, { params: { gameId: game.id } });
    expect(listGameRights.response.parse(body)).toHaveLength(1);
  });

  test("an owner takes the right from a colleague who was deactivated, and from one who left the school", async () => {
    const game = await aDraft();
    const { browser, organization } = await aBuilder(portal, game, "OWNER");
    const [deactivated, gone] = [await aMember(portal, organization), await aMember(portal, organization)];
    const { database } = portal.context;
    const take = ({ account }: typeof gone) =>
      browser.call(setGameRight, { params: { gameId: game.id }, body: { email: account.email ?? "", rightsType: "NONE" } });
    for (const { account } of [deactivated, gone]) {
      await database.insertInto("game_rights").values({ game_id: game.id, account_id: account.id, rights_level: "MODIFY" }).execute();
    }
    await database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", deactivated.account.id).execute();
    await database.deleteFrom("organization_members").where("account_id", "=", gone.account.id).execute();
    expect([(await take(deactivated)).status, (await take(gone)).status]).toEqual([200, 200]);
    const left = database.selectFrom("game_rights").select("rights_level").where("game_id", "=", game.id);
    expect(await left.execute()).toEqual([{ rights_level: "OWNER" }]);
    // Without a right they are out of reach again.
    expect([code(await take(deactivated)), code(await take(gone))]).toEqual(["errors.memberUnknown", "errors.memberUnknown"]);
  });

  test("a caller without a right is refused at once while another call holds the game", async () => {
    const game = await aDraft();
    const { browser, account } = await aBuilder(portal, game, undefined);
    await portal.context.database.transaction().execute(async (transaction) => {
      await sql`select from games where id = ${game.id}::int for update`.execute(transaction);
      const body = { email: account.email ?? "", rightsType: "OWNER" as const };
      expect(code(await browser.call(setGameRight, { params: { gameId: game.id }, body }))).toBe("errors.notFound");
    });
  });

  test("of two owners who remove each other at once one stays", async () => {
    for (let round = 0; round < 10; round++) {
      const game = await aDraft();
      const one = await aBuilder(portal, game, "OWNER");
      const other = await aMember(portal, one.organization);
      const right = { game_id: game.id, account_id: other.account.id, rights_level: "OWNER" as const };
      await portal.context.database.insertInto("game_rights").values(right).execute();
      const remove = (by: typeof one, { account }: typeof one) =>
        by.browser.call(setGameRight, { params: { gameId: game.id }, body: { email: account.email ?? "", rightsType: "NONE" } });
      const answers = await Promise.all([remove(one, other), remove(other, one)]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404]));
    }
  });

  test("an owner reaches no stranger and no deactivated account, an administrator every active one (errors.memberUnknown)", async () => {
    const game = await aDraft();
    const { browser, organization } = await aBuilder(portal, game, "OWNER");
    const { account: stranger } = await aBuilder(portal, game, undefined);
    const gone = await anAccount(portal, { status: "DEACTIVATED", memberships: [{ organization, roles: ["member"] }] });
    for (const email of [stranger.email ?? "", gone.email ?? "", "no.such@school.example"]) {
      const answer = await browser.call(setGameRight, { params: { gameId: game.id }, body: { email, rightsType: "READ" } });
      expect([answer.status, code(answer)]).toEqual([404, "errors.memberUnknown"]);
    }
    const body = { email: stranger.email ?? "", rightsType: "READ" as const };
    expect((await (await anAdminBrowser()).call(setGameRight, { params: { gameId: game.id }, body })).status).toBe(200);
  });

  test.each([
    ["MODIFY", "errors.notAllowed"],
    [undefined, "errors.notFound"],
  ] as const)("is refused to the level %s with %s, and so is the list", async (level, refusal) => {
    const game = await aDraft();
    const { browser, account } = await aBuilder(portal, game, level);
    const body = { email: account.email ?? "", rightsType: "OWNER" as const };
    expect(code(await browser.call(setGameRight, { params: { gameId: game.id }, body }))).toBe(refusal);
    expect(code(await browser.call(listGameRights, { params: { gameId: game.id } }))).toBe(refusal);
  });
});
