import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, aSession, aTeacher, anAdministrator } from "#test/builders.ts";
import { ask } from "#test/login-checks.ts";
import { aGameLogin, askHandOver, aPkcePair, handOver, postToken, redemptionOf } from "#test/oauth-client.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.context.database);

describe("an administrator reads why a hand-over was refused", () => {
  test("the request's refusal is among the attempts, each reason once, although its request is repeated", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    for (let index = 0; index < 3; index++) await askHandOver(browser, game, { query: { deeplink: "https://evil.example/" } });
    await askHandOver(browser, game, { query: aGameLogin(game, { clientCode: "short" }) });
    const { attempts } = await ask(admin, account, { gameId: game.id });
    expect(attempts.map(({ reason }) => reason)).toEqual(["errors.clientCodeInvalid", "errors.callbackUrlNotRegistered"]);
    expect(attempts[0]).toMatchObject({ event: "game_login_refused", gameId: game.id, requestId: expect.any(String) });
  });

  const redemptions: readonly (readonly [string, Record<string, string>])[] = [
    ["wrong code_verifier", { code_verifier: aPkcePair().verifier }],
    ["other redirect_uri", { redirect_uri: "https://game.example/other" }],
  ];
  test.each(redemptions)("a code that was refused at the token call is named with its reason: %s", async (reason, changes) => {
    const { account, game, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    await postToken(portal, redemptionOf(await handOver(browser, game), changes));
    const { attempts } = await ask(admin, account);
    expect(attempts[0]).toMatchObject({ event: "game_code_refused", isRefused: true, reason, gameId: game.id });
  });

  test("a caller who repeats a refused code, also as other games, writes one event", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const handover = await handOver(browser, game);
    for (let index = 1; index <= 20; index++) await postToken(portal, redemptionOf(handover, { client_id: String(index) }));
    for (let index = 1; index <= 20; index++) await askHandOver(browser, { id: 1_000_000 + index });
    const events = (await ask(admin, account)).attempts.map(({ event }) => event);
    expect(events.filter((event) => event === "game_code_refused")).toHaveLength(1);
    expect(events.filter((event) => event === "game_login_refused")).toHaveLength(1);
  });

  test("another game's code and an expired code have different reasons", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const other = await aGame(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    await postToken(portal, redemptionOf(await handOver(browser, game), { client_id: String(other.id) }));
    const late = await handOver(browser, game);
    await run(sql`update game_codes set expires_at = now() where account_id = ${account.id}::uuid`);
    await postToken(portal, redemptionOf(late));
    const { attempts } = await ask(admin, account);
    const reasons = attempts.filter(({ event }) => event === "game_code_refused").map(({ reason }) => reason);
    expect(reasons).toEqual(["expired code", "other client"]);
  });
});
