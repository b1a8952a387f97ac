/** A game gets no code without consent of this session to exactly this request (DESIGN A6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishGameLogin } from "@storyport/contract/game-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aSession, aTeacher, logIn } from "#test/builders.ts";
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

async function codesIssued(): Promise<number> {
  return (await portal.context.database.selectFrom("game_codes").select("digest").execute()).length;
}

describe("without a consent nothing is issued", () => {
  test.each([
    ["none", undefined],
    ["an empty one", ""],
    ["a made-up one", "c".repeat(43)],
  ])("%s: errors.consentNeeded", async (_, consent) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const before = await codesIssued();
    const { status, body } = await finish(browser, aGameLogin(game), consent);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "errors.consentNeeded" });
    expect(await codesIssued()).toBe(before);
  });

  test.each([
    ["state", { state: "another" }],
    ["clientCode", { clientCode: "d".repeat(43) }],
    ["callback", { deeplink: "http://127.0.0.1:4711/callback" }],
    ["scope", { scope: "USERGROUP" }],
  ])("a consent for another %s does not count", async (_, other) => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    expect((await finish(browser, { ...login, ...other }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(browser, login, consent)).status).toBe(200);
  });

  test("a consent for another game or organization does not count", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const second = await aGame(portal);
    await portal.context.database
      .insertInto("organization_games")
      .values({ organization_id: organization.id, game_id: second.id })
      .execute();
    const browser = await logIn(portal.browser(), account);
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    expect((await finish(browser, { ...login, gameId: second.id }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(browser, { ...login, orgId: organization.id }, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("a consent of another session does not count, even of the same person", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    const other = await logIn(portal.browser(), account);
    expect((await finish(other, login, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("a consent lives two minutes", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    await portal.clock.travel(121);
    expect((await finish(browser, login, consent)).body).toMatchObject({ code: "errors.consentNeeded" });
  });

  test("a consent counts once: exactly one of 50 concurrent hand-overs with it gets a code", async () => {
    const { browser, account, game } = await aTeacherAtTheDoor();
    const login = aGameLogin(game);
    const consent = await consentTo(browser, login);
    const answers = await Promise.all(Array.from({ length: 50 }, () => finish(browser, login, consent)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
    const codes = await portal.context.database.selectFrom("game_codes").select("digest").where("account_id", "=", account.id).execute();
    expect(codes).toHaveLength(1);
  });

  test("a consent is stored as a digest", async () => {
    const { browser, game } = await aTeacherAtTheDoor();
    const consent = await consentTo(browser, aGameLogin(game));
    const rows = await portal.context.database.selectFrom("game_consents").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(consent);
  });

  test("a badge's session without consent keeps its one hand-over", async () => {
    const { account, game, organization } = await aTeacher(portal);
    const child = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    const login = aGameLogin(game);
    expect((await finish(child, login, undefined)).body).toMatchObject({ code: "errors.consentNeeded" });
    expect((await finish(child, login, await consentTo(child, login))).status).toBe(200);
  });
});
