/** The issuer of a conformance run answers mistakes in the words of the portal, so that a game learns here what it meets there. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { getUserinfo, issueTokens, listTokenRights, narrowScope, revokeToken, tokenAnswer } from "@storyport/contract/tokens";
import type { InjectOptions } from "fastify";
import { aBench, moveGame, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
let run: ConformanceRun;
const callback = "https://game.example/callback";
beforeAll(async () => {
  bench = await aBench(4419);
  await moveGame(bench, { start: "https://game.example/", callback });
  run = await startRun(bench);
});
afterAll(() => bench.portal.close());

const form = (parts: Record<string, string> | [string, string][], headers: Record<string, string> = {}) => ({
  method: "POST" as const,
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  payload: new URLSearchParams(parts).toString(),
});
/** Sends a request to the portal, or to the issuer of the run. */
const send = (url: string, request: InjectOptions, at = `/conformance/${run.runId}`) =>
  bench.portal.app.inject({ ...request, url: at + url });

async function answersOf(url: string, request: InjectOptions) {
  const answers = [await send(url, request, ""), await send(url, request)];
  return answers.map((answer) => {
    const { requestId, ...body } = answer.json<{ requestId?: string }>();
    const { "www-authenticate": challenge, "cache-control": cache, ...headers } = answer.headers;
    const cors = [headers["access-control-allow-origin"], headers["access-control-expose-headers"]];
    return { status: answer.statusCode, hasRequestId: requestId !== undefined, body, scheme: schemeOf(challenge), cache, cors };
  });
}

/** The realm names the issuer. */
function schemeOf(challenge: unknown): unknown {
  return typeof challenge === "string" ? challenge.replace(/realm="[^"]*"/, "") : challenge;
}

const proof = { code: "x", redirect_uri: callback, code_verifier: "v".repeat(43) };
const client = { client_id: "1" };
const basic = { authorization: `Basic ${btoa("dashboard:wrong")}` };
const token = endpointUrl(issueTokens);
const revocation = endpointUrl(revokeToken);
const narrowing = endpointUrl(narrowScope);
const json = (payload: unknown) => ({
  method: "POST" as const,
  headers: { "content-type": "application/json" },
  payload: JSON.stringify(payload),
});

describe("a mistake is answered as by the portal", () => {
  test.each<[string, string, InjectOptions]>([
    ["no client", token, form({ grant_type: "authorization_code", ...proof })],
    ["a secret of a game", token, form({ ...client, client_secret: "x", grant_type: "refresh_token" })],
    ["two authentications", token, form({ ...client, grant_type: "refresh_token" }, basic)],
    ["no grant_type", token, form({ ...client, ...proof })],
    ["another grant_type", token, form({ ...client, grant_type: "password" })],
    ["a repeated parameter", token, form([...Object.entries({ ...client, ...proof }), ["code", "y"]])],
    ["no code", token, form({ ...client, grant_type: "authorization_code", ...proof, code: "" })],
    ["no verifier", token, form({ ...client, grant_type: "authorization_code", ...proof, code_verifier: "" })],
    ["nothing but a grant_type", token, form({ ...client, grant_type: "authorization_code" })],
    ["no refresh token", token, form({ ...client, grant_type: "refresh_token" })],
    ["too long a parameter", token, form({ ...client, grant_type: "refresh_token", refresh_token: "x".repeat(2049) })],
    ["another type", token, { method: "POST", headers: { "content-type": "text/plain" }, payload: "grant_type=refresh_token" }],
    ["malformed JSON", token, { method: "POST", headers: { "content-type": "application/json" }, payload: "{" }],
    ["no body", token, { method: "POST" }],
    ["a revocation without a token", revocation, form(client)],
    ["a revocation by no client", revocation, form({ token: "x" })],
    ["a narrowing of no token", narrowing, json({ scope: "PLAYER", accessToken: "x" })],
    ["a narrowing to an unknown scope", narrowing, json({ scope: "ADMIN", accessToken: "x" })],
    ["a narrowing as a form", narrowing, form({ scope: "PLAYER", accessToken: "x" })],
    ["rights without a token", endpointUrl(listTokenRights, { query: { kind: "players" } }), {}],
    ["rights for a wrong token", endpointUrl(listTokenRights, { query: { kind: "players" } }), { headers: { authorization: "Bearer x" } }],
    ["userinfo without a token", endpointUrl(getUserinfo), {}],
    ["userinfo without a token, by POST", endpointUrl(getUserinfo), { method: "POST" }],
  ])("%s", async (_, url, request) => {
    const [portal, issuer] = await answersOf(url, request);
    expect(portal?.status).toBeGreaterThanOrEqual(400);
    expect(issuer).toEqual(portal);
  });

  test.each([token, revocation, narrowing, endpointUrl(listTokenRights), endpointUrl(getUserinfo), "/.well-known/openid-configuration"])(
    "the preflight of %s",
    async (url) => {
      const answers = [await send(url, { method: "OPTIONS" }, ""), await send(url, { method: "OPTIONS" })];
      const [portal, issuer] = answers.map(({ statusCode, headers: { "x-request-id": _, date: __, ...headers } }) => ({
        statusCode,
        headers,
      }));
      expect(portal?.statusCode).toBe(204);
      expect(issuer?.headers).toMatchObject({
        "access-control-allow-origin": portal?.headers["access-control-allow-origin"],
        "access-control-allow-methods": portal?.headers["access-control-allow-methods"],
        "access-control-allow-headers": portal?.headers["access-control-allow-headers"],
      });
    },
  );
});

/** Begins a login, and redeems its code. */
async function tokensOf(scope: string) {
  const { verifier, challenge } = aPkcePair();
  const query = { gameId: String(run.gameId), state: "s", clientCode: challenge, callbackUrl: callback, scope };
  const { headers } = await send("/game-login", { query, headers: { "sec-fetch-site": "same-origin" } });
  const code = new URL(String(headers.location)).searchParams.get("code") ?? "";
  const redemption = { grant_type: "authorization_code", client_id: String(run.gameId), code, redirect_uri: callback };
  const answer = await send(token, form({ ...redemption, code_verifier: verifier }));
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", pragma: "no-cache", "access-control-allow-origin": "*" });
  return tokenAnswer.parse(answer.json());
}

const refreshBy = (refreshToken = "", more: Record<string, string> = {}) =>
  send(token, form({ grant_type: "refresh_token", client_id: String(run.gameId), refresh_token: refreshToken, ...more }));

describe("a refresh", () => {
  test("narrows its access token alone, and a scope that the login lacks uses nothing up (errors.scopeNotGranted)", async () => {
    const { refresh_token: first } = await tokensOf("PLAYERGROUP");
    const wide = await refreshBy(first, { scope: "USERGROUP" });
    expect([wide.statusCode, wide.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_scope", code: "errors.scopeNotGranted" }),
    ]);
    const narrowed = tokenAnswer.parse((await refreshBy(first, { scope: "PLAYER" })).json());
    expect(narrowed.scope).toBe("PLAYER");
    expect(tokenAnswer.parse((await refreshBy(narrowed.refresh_token)).json()).scope).toBe("PLAYERGROUP");
  });

  test("of one login is given two hundred times, and then refused: errors.grantInvalid", async () => {
    let { refresh_token: next } = await tokensOf("PLAYER");
    for (let count = 0; count < limits.conformanceRefreshes; count++) {
      next = tokenAnswer.parse((await refreshBy(next)).json()).refresh_token;
    }
    const refused = await refreshBy(next);
    expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
  });
});

test("an access token that is given back ends its login, and a foreign one does not", async () => {
  const given = await tokensOf("PLAYER");
  const giveBack = (value: string) => send(revocation, form({ client_id: String(run.gameId), token: value }));
  expect((await giveBack(`${given.access_token.slice(0, -8)}AAAAAAAA`)).statusCode).toBe(200);
  const refreshed = tokenAnswer.parse((await refreshBy(given.refresh_token)).json());
  expect((await giveBack(given.access_token)).statusCode).toBe(200);
  expect((await refreshBy(refreshed.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
});
