/** A game gets at most its highest scope. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { aGameLogin, consentTo } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherAtTheDoor() {
  const teacher = await aTeacher(portal);
  return { ...teacher, browser: await logIn(portal.browser(), teacher.account) };
}

const finish = (browser: Browser, login: Record<string, unknown>, consent: string | undefined) =>
  browser.call(finishGameLogin, { query: { ...login, consent } });

describe("a game's highest scope", () => {
  const widths = ["USERGROUP", "PLAYERGROUP", "PLAYER"] as const;
  const pairs = widths.flatMap((most, mostAt) =>
    widths.map((requested, requestedAt) => ({ most, requested, isWider: requestedAt < mostAt })),
  );

  async function aGameOfScope(max_scope: (typeof widths)[number]) {
    const teacher = await aTeacherAtTheDoor();
    await portal.context.database.updateTable("games").set({ max_scope }).where("id", "=", teacher.game.id).execute();
    return teacher;
  }

  async function scopeGiven(browser: Browser, login: Record<string, unknown>): Promise<unknown> {
    const { status, body } = await finish(browser, login, await consentTo(browser, login));
    if (status !== 200) return (body as { code: string }).code;
    const row = await portal.context.database.selectFrom("game_codes").select("scope").orderBy("created_at", "desc").executeTakeFirst();
    return row?.scope;
  }

  test.each(pairs)("$most, requested $requested", async ({ most, requested, isWider }) => {
    const { browser, game } = await aGameOfScope(most);
    expect(await scopeGiven(browser, aGameLogin(game, { scope: requested }))).toBe(isWider ? "errors.gameScopeTooWide" : requested);
  });

  test.each([["USERGROUP"], ["PLAYERGROUP"], ["PLAYER"]] as const)("%s is given to a request without a scope", async (most) => {
    const { browser, game } = await aGameOfScope(most);
    expect(await scopeGiven(browser, aGameLogin(game))).toBe(most);
  });

  test("a wider scope is refused before the question: errors.gameScopeTooWide", async () => {
    const { browser, game } = await aGameOfScope("PLAYER");
    const { status, body } = await browser.call(consentToGameLogin, { body: aGameLogin(game, { scope: "USERGROUP" }) });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: "errors.gameScopeTooWide" } });
  });

  test("defaults to PLAYERGROUP", async () => {
    const { database } = portal.context;
    const { max_scope: scope } = await database
      .insertInto("games")
      .values({ id: 99, key: "says-nothing", description: "Says nothing" })
      .returning("max_scope")
      .executeTakeFirstOrThrow();
    expect(scope).toBe("PLAYERGROUP");
  });
});
