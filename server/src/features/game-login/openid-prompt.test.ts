/** `prompt` and `max_age` of OpenID clients (OpenID Connect Core, section 3.1.2.1). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmLogin } from "@storyport/contract/confirmations";
import { consentToGameLogin, finishGameLogin } from "@storyport/contract/game-login";
import { beginSupportView } from "@storyport/contract/support-views";
import { beginMaintenance } from "#/platform/maintenance.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aPassword, anAccount, aSession, aTeacher, anOrganization, logIn, webCallback } from "#test/builders.ts";
import { anAdminDesk } from "#test/users.ts";
import { aRequest, consent, failing, navigate, redeemAt } from "#test/openid-requests.ts";
import { createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const { aStaffTool } = createStaffTools(() => portal);

const redeem = redeemAt(() => portal);

describe("prompt=login", () => {
  test("refuses the login that exists with errors.loginTooOld, and takes its confirmation for the same request", async () => {
    const tool = await aStaffTool();
    const { query, body, pair } = aRequest(tool.game, { prompt: "login" });
    const browser = await logIn(portal.browser(), tool.account);
    await portal.clock.travel(60);
    expect(await navigate(browser, query)).toBeUndefined();
    expect(await consent(browser, body)).toBe("errors.loginTooOld");
    const before = Math.floor(Date.now() / 1000);
    expect((await browser.call(confirmLogin, { body: { password: aPassword } })).status).toBe(204);
    const given = consentToGameLogin.response.parse((await browser.call(consentToGameLogin, { body })).body);
    if (given.is === "needed") throw new Error("The user is asked.");
    const { body: done } = await browser.call(finishGameLogin, { query: { ...body, consent: given.consent } });
    const code = new URL(finishGameLogin.response.parse(done).deeplinkUrl).searchParams.get("code") ?? "";
    expect((await redeem(tool.game, code, pair.verifier))["auth_time"]).toBeGreaterThanOrEqual(before);
  });

  test("takes a new login in the same browser, whatever max_age says", async () => {
    const tool = await aStaffTool();
    const { query, body } = aRequest(tool.game, { prompt: "login", max_age: "3600" });
    expect(await navigate(tool.browser, query)).toBeUndefined();
    expect(await consent(tool.browser, body)).toBe("errors.loginTooOld");
    await logIn(tool.browser, tool.account);
    expect(await consent(tool.browser, body)).toBe("given");
  });

  test("asks nothing more of a user who was not logged in", async () => {
    const tool = await aStaffTool();
    const browser = portal.browser();
    const { query, body } = aRequest(tool.game, { prompt: "login" });
    await navigate(browser, query);
    await logIn(browser, tool.account);
    expect(await consent(browser, body)).toBe("given");
  });

  test("holds for its own request alone", async () => {
    const tool = await aStaffTool();
    const [demanding, other] = [aRequest(tool.game, { prompt: "login" }), aRequest(tool.game)];
    await navigate(tool.browser, demanding.query);
    await navigate(tool.browser, other.query);
    expect(await consent(tool.browser, other.body)).toBe("given");
    expect(await consent(tool.browser, demanding.body)).toBe("errors.loginTooOld");
  });
});

describe("max_age", () => {
  test.each([
    ["an hour takes a login of half an hour ago", "3600", "given"],
    ["twenty minutes refuses it", "1200", "errors.loginTooOld"],
    ["zero seconds refuse it", "0", "errors.loginTooOld"],
    ["empty counts as not sent", "", "given"],
  ])("%s", async (_, maxAge, outcome) => {
    const tool = await aStaffTool();
    await portal.clock.travel(1800);
    const { query, body } = aRequest(tool.game, { max_age: maxAge });
    await navigate(tool.browser, query);
    expect(await consent(tool.browser, body)).toBe(outcome);
  });

  test("0 takes the login that follows", async () => {
    const tool = await aStaffTool();
    const { query, body } = aRequest(tool.game, { max_age: "0" });
    await navigate(tool.browser, query);
    expect(await consent(tool.browser, body)).toBe("errors.loginTooOld");
    await logIn(tool.browser, tool.account);
    expect(await consent(tool.browser, body)).toBe("given");
  });

  test("counts from when a provider asked the user, and the ID token says the same time", async () => {
    const tool = await aStaffTool();
    const asked = Math.floor(Date.now() / 1000) - 7200;
    const { database } = portal.context;
    await database
      .updateTable("sessions")
      .set({ proven_at: new Date(asked * 1000) })
      .where("account_id", "=", tool.account.id)
      .execute();
    const { query, body } = aRequest(tool.game, { max_age: "3600" });
    await navigate(tool.browser, query);
    expect(await consent(tool.browser, body)).toBe("errors.loginTooOld");
    const silent = aRequest(tool.game, { prompt: "none", max_age: "9000" });
    const answer = await navigate(tool.browser, silent.query);
    expect((await redeem(tool.game, answer?.["code"] ?? "", silent.pair.verifier))["auth_time"]).toBe(asked);
  });
});

describe("prompt=none", () => {
  test("is answered to a game of any number that a game may have", async () => {
    const tool = await aStaffTool({ game: { id: 2_147_483_647 } });
    const { query } = aRequest(tool.game, { prompt: "none" });
    expect(await navigate(portal.browser(), query)).toEqual(failing("login_required"));
  });

  test("brings the code to the callback at once, without any page", async () => {
    const tool = await aStaffTool();
    const { query, pair } = aRequest(tool.game, { prompt: "none" });
    const answer = await navigate(tool.browser, query);
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: "s", iss: publicUrl });
    expect(await redeem(tool.game, answer?.["code"] ?? "", pair.verifier)).toMatchObject({ sub: tool.account.id, nonce: "n" });
  });

  test("without a login is answered with login_required", async () => {
    const { game } = await aStaffTool();
    expect(await navigate(portal.browser(), aRequest(game, { prompt: "none" }).query)).toEqual(failing("login_required"));
  });

  test("with a login older than max_age is answered with login_required", async () => {
    const tool = await aStaffTool();
    await portal.clock.travel(600);
    const ask = (maxAge: string) => navigate(tool.browser, aRequest(tool.game, { prompt: "none", max_age: maxAge }).query);
    expect(await ask("300")).toEqual(failing("login_required"));
    expect(await ask("0")).toEqual(failing("login_required"));
    expect(await ask("900")).toHaveProperty("code");
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", referer: "https://evil.test/" }],
    ["nowhere known", { "sec-fetch-site": "cross-site" }],
  ])("from %s is answered with interaction_required, because the user must be asked", async (_, headers) => {
    const tool = await aStaffTool();
    expect(await navigate(tool.browser, aRequest(tool.game, { prompt: "none" }).query, headers)).toEqual(failing("interaction_required"));
  });

  test("never hands over a badge's session: interaction_required, and the session stays", async () => {
    const tool = await aStaffTool({ roles: ["student"], loginType: "QRCODE" });
    const { query, body } = aRequest(tool.game, { prompt: "none" });
    expect(await navigate(tool.browser, query)).toEqual(failing("interaction_required"));
    expect(await consent(tool.browser, { ...body, isConfirmed: true })).toBe("given");
  });

  test("is answered with interaction_required while an administrator looks as another person", async () => {
    const tool = await aStaffTool();
    const { desk } = await anAdminDesk(portal);
    const view = { params: { userId: tool.account.id }, body: { reason: "A question of the school" } };
    expect((await desk.call(beginSupportView, view)).status).toBe(201);
    expect(await navigate(desk, aRequest(tool.game, { prompt: "none" }).query)).toEqual(failing("interaction_required"));
  });

  test("is answered with interaction_required if the user has to choose an organization", async () => {
    const game = await aGame(portal, { subjectType: "public" });
    const both = [await anOrganization(portal, { games: [game] }), await anOrganization(portal, { games: [game] })];
    const account = await anAccount(portal, { memberships: both.map((organization) => ({ organization, roles: ["teacher"] })) });
    const browser = await logIn(portal.browser(), account);
    expect(await navigate(browser, aRequest(game, { prompt: "none" }).query)).toEqual(failing("interaction_required"));
  });

  test("is answered with access_denied if the account may not open the game", async () => {
    const { game } = await aStaffTool();
    const { browser } = await aStaffTool();
    expect(await navigate(browser, aRequest(game, { prompt: "none" }).query)).toEqual(failing("access_denied"));
  });

  test("is answered with invalid_scope for a scope wider than the game's", async () => {
    const tool = await aStaffTool({ game: { maxScope: "PLAYER" } });
    const { query } = aRequest(tool.game, { prompt: "none", scope: "openid USERGROUP" });
    expect(await navigate(tool.browser, query)).toEqual(failing("invalid_scope"));
  });

  test("is answered with temporarily_unavailable during maintenance", async () => {
    const closed = await buildTestPortal();
    const { game, account, organization } = await aTeacher(closed, { game: { subjectType: "public" } });
    const browser = await aSession(closed, account, { loginType: "PASSWORD", organizationId: organization.id });
    await beginMaintenance(closed.context.database, 10);
    expect(await navigate(browser, aRequest(game, { prompt: "none" }).query)).toEqual(failing("temporarily_unavailable"));
    await closed.close();
  });
});

describe.each(["consent", "select_account", "login consent"])("prompt=%s", (prompt) => {
  test("asks the user, although the request comes from the game itself", async () => {
    const tool = await aStaffTool();
    const { query, body } = aRequest(tool.game);
    await navigate(tool.browser, query);
    expect(await consent(tool.browser, body)).toBe("given");
    await navigate(tool.browser, { ...query, prompt });
    await logIn(tool.browser, tool.account);
    expect(await consent(tool.browser, body)).toBe("needed");
    expect(await consent(tool.browser, { ...body, isConfirmed: true })).toBe("given");
  });
});

describe("an invalid request with a prompt or max_age is answered at the callback with invalid_request", () => {
  test.each<[string, Record<string, string>]>([
    ["an unknown prompt", { prompt: "create" }],
    ["an unknown prompt beside a known one", { prompt: "login create" }],
    ["none beside another prompt", { prompt: "none login" }],
    ["a negative max_age", { max_age: "-1" }],
    ["a max_age that is no number", { max_age: "soon" }],
    ["a challenge that is no S256 challenge", { prompt: "none", code_challenge: "short" }],
    ["no challenge", { prompt: "login", code_challenge: "" }],
  ])("%s", async (_, parts) => {
    const tool = await aStaffTool();
    expect(await navigate(tool.browser, aRequest(tool.game, parts).query)).toEqual(failing("invalid_request"));
  });
});

describe("nothing is sent or demanded", () => {
  test("at an address that is not registered", async () => {
    const tool = await aStaffTool();
    for (const prompt of ["none", "create"]) {
      const { query } = aRequest(tool.game, { prompt, redirect_uri: `${webCallback}/other` });
      const { headers } = await tool.browser.send({ method: "GET", url: `/game-login?${new URLSearchParams(query)}` });
      expect(headers.location ?? "").not.toContain(webCallback);
    }
  });

  test.each<[string, "public" | undefined, string]>([
    ["of a game that is no OpenID client", undefined, "openid"],
    ["of a request without the scope openid", "public", "PLAYER"],
  ])("%s", async (_, subjectType, scope) => {
    const { game, account, organization } = await aTeacher(portal, { game: subjectType === undefined ? {} : { subjectType } });
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    for (const prompt of ["none", "create", "login", "consent"]) {
      const { query, body } = aRequest(game, { prompt, max_age: "0", scope });
      expect(await navigate(browser, query)).toBeUndefined();
      const { openidScope: _openidScope, ...plain } = body;
      expect(await consent(browser, scope === "openid" ? body : { ...plain, scope })).toBe("given");
    }
  });
});
