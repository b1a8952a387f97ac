/** What OpenID clients send at /game-login beside `prompt` and `max_age` (OpenID Connect Core, sections 3.1.2 and 6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenAnswer } from "@storyport/contract/tokens";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, webCallback } from "#test/builders.ts";
import { handOver, postToken, redemptionOf } from "#test/oauth-client.ts";
import { aRequest, consent, failing, navigate, redeemAt } from "#test/openid-requests.ts";
import { createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const { aStaffTool } = createStaffTools(() => portal);
const redeem = redeemAt(() => portal);

describe("what the portal does not support is refused at the callback", () => {
  test.each<[string, Record<string, string>]>([
    ["request_not_supported", { request: "eyJhbGciOiJub25lIn0.e30." }],
    ["request_uri_not_supported", { request_uri: "https://game.example/request" }],
    ["registration_not_supported", { registration: "{}" }],
    ["unsupported_response_type", { response_type: "token" }],
    ["unsupported_response_type", { response_type: "id_token" }],
    ["unsupported_response_type", { response_type: "code id_token" }],
    ["invalid_request", { response_mode: "form_post" }],
    ["invalid_request", { response_mode: "fragment" }],
  ])("%s: %j", async (error, parts) => {
    const tool = await aStaffTool();
    expect(await navigate(tool.browser, aRequest(tool.game, parts).query)).toEqual(failing(error));
    expect(await navigate(tool.browser, aRequest(tool.game, { ...parts, prompt: "none" }).query)).toEqual(failing(error));
  });

  test("but what every stock client sends, and an empty parameter, is not", async () => {
    const tool = await aStaffTool();
    const { query, body } = aRequest(tool.game, { response_type: "code", response_mode: "query", request: "", display: "page" });
    expect(await navigate(tool.browser, query)).toBeUndefined();
    expect(await consent(tool.browser, body)).toBe("given");
  });

  test.each(["state", "nonce", "scope", "code_challenge", "prompt", "unknown"])("%s, sent twice", async (name) => {
    const tool = await aStaffTool();
    const { query } = aRequest(tool.game, { prompt: "none", unknown: "x" });
    const twice = [...Object.entries(query), [name, "other"] as [string, string]];
    expect(await navigate(tool.browser, twice)).toEqual(failing("invalid_request"));
  });

  test("and nothing is sent to a callback that is not registered", async () => {
    const tool = await aStaffTool();
    const { query } = aRequest(tool.game, { request: "x" });
    const { redirect_uri: own, ...rest } = query;
    for (const callbacks of [["https://evil.test/"], ["https://evil.test/", own], [`${own}#x`], [`${own}?x=1`], [`${own}/`]]) {
      const parts = [...Object.entries(rest), ...callbacks.map((callback): [string, string] => ["redirect_uri", callback])];
      const { headers } = await tool.browser.send({ method: "GET", url: `/game-login?${new URLSearchParams(parts)}` });
      expect(headers.location).toBeUndefined();
    }
  });

  test("and other games are answered as before", async () => {
    const { game, account, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const { query, body } = aRequest(game, { request: "x", response_mode: "fragment" });
    expect(await navigate(browser, [...Object.entries(query), ["state", "other"]])).toBeUndefined();
    expect(await consent(browser, body)).toBe("given");
  });
});

describe("a posted request", () => {
  test.each(["/game-login", "/game-login/"])("to %s leads to the same address, and is answered there", async (path) => {
    const tool = await aStaffTool();
    const { query, pair } = aRequest(tool.game, { prompt: "none", state: "ø &=+", scope: "openid profile" });
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" };
    const payload = new URLSearchParams(query).toString();
    const posted = await portal.app.inject({ method: "POST", url: path, headers, payload });
    expect(posted.statusCode).toBe(303);
    expect(posted.cookies).toEqual([]);
    const location = new URL(String(posted.headers.location), publicUrl);
    expect(location.pathname).toBe(path);
    const answer = await navigate(tool.browser, Object.fromEntries(location.searchParams));
    expect(answer).toMatchObject({ state: "ø &=+" });
    expect(await redeem(tool.game, answer?.["code"] ?? "", pair.verifier)).toMatchObject({ sub: tool.account.id });
  });

  test("keeps a repeated parameter, which is refused there", async () => {
    const tool = await aStaffTool();
    const payload = `${new URLSearchParams(aRequest(tool.game, { prompt: "none" }).query)}&state=other`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { headers: answered } = await portal.app.inject({ method: "POST", url: "/game-login", headers, payload });
    const { searchParams } = new URL(String(answered.location), publicUrl);
    expect(await navigate(tool.browser, [...searchParams])).toEqual(failing("invalid_request"));
  });

  test.each([
    ["of another content type", "application/json", "{}"],
    ["that is too long", "application/x-www-form-urlencoded", `state=${"s".repeat(9000)}`],
  ])("%s leads to the page without it", async (_, type, payload) => {
    const answer = await portal.app.inject({ method: "POST", url: "/game-login", headers: { "content-type": type }, payload });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/game-login");
  });
});

describe("id_token_hint", () => {
  async function aHintedTool() {
    const tool = await aStaffTool();
    const answer = await postToken(portal, redemptionOf(await handOver(tool.browser, tool.game, { openidScope: "openid" })));
    const { id_token: hint = "" } = tokenAnswer.parse(answer.body);
    const ask = (browser = tool.browser, parts: Record<string, string> = {}) =>
      navigate(browser, aRequest(tool.game, { id_token_hint: hint, ...parts }).query);
    return { ...tool, hint, ask };
  }

  test("of this browser's user changes nothing, also after the token has expired", async () => {
    const tool = await aHintedTool();
    expect(await tool.ask(tool.browser, { prompt: "none" })).toHaveProperty("code");
    expect(await tool.ask()).toBeUndefined();
    await portal.clock.travel(3600);
    expect(await tool.ask(tool.browser, { prompt: "none" })).toHaveProperty("code");
  });

  test("gives no tokens of another user: login_required, with and without prompt=none", async () => {
    const tool = await aHintedTool();
    const colleague = await aTeacher(portal);
    const other = await aSession(portal, colleague.account, { loginType: "PASSWORD" });
    for (const prompt of ["none", "login", ""]) {
      expect(await tool.ask(other, { prompt })).toEqual(failing("login_required"));
      expect(await tool.ask(portal.browser(), { prompt })).toEqual(failing("login_required"));
    }
  });

  test("that is forged, or of another client, names nobody: login_required", async () => {
    const [tool, other] = [await aHintedTool(), await aHintedTool()];
    const [header, payload, signature = ""] = tool.hint.split(".");
    const forged = [header, payload, signature.split("").toReversed().join("")].join(".");
    for (const hint of ["x", forged, other.hint])
      expect(await tool.ask(tool.browser, { id_token_hint: hint })).toEqual(failing("login_required"));
  });
});

test("a code is worth nothing at another client, even with its verifier (RFC 9700, section 4.5)", async () => {
  const [honest, evil] = [await aStaffTool(), await aStaffTool()];
  const { query, pair } = aRequest(honest.game, { prompt: "none" });
  const answer = await navigate(honest.browser, query);
  const form = { grant_type: "authorization_code", code: answer?.["code"] ?? "", redirect_uri: webCallback, code_verifier: pair.verifier };
  const injected = await postToken(portal, { ...form, client_id: String(evil.game.id) });
  expect(injected.body).toMatchObject({ error: "invalid_grant" });
});
