/** The hand-over with a stock OAuth library, which knows the portal only by its metadata. */
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishGameLogin } from "@storyport/contract/game-login";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, webCallback } from "#test/builders.ts";
import { askHandOver, fetchFrom } from "#test/oauth-client.ts";

let portal: TestPortal;
let server: oauth.AuthorizationServer;
let http: ReturnType<typeof overPlainHttp>;
const dashboardSecret = "a secret: with % + & and å";

beforeAll(async () => {
  portal = await buildTestPortal({ DASHBOARD_CLIENT_SECRET: dashboardSecret, DASHBOARD_URL: "https://dashboard.example" });
  http = overPlainHttp();
  server = await discover("oauth2");
});
afterAll(() => portal.close());

function overPlainHttp() {
  // oxlint-disable-next-line typescript/no-deprecated -- meant for exactly this, marked so that it stands out
  return { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetchFrom(portal) } as const;
}

async function discover(algorithm: "oauth2" | "oidc"): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(publicUrl);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...http }));
}

async function aTeacherAtTheDoor() {
  const teacher = await aTeacher(portal);
  return {
    ...teacher,
    browser: await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id }),
  };
}

describe("a stock OAuth library", () => {
  test("finds the same server by both discovery documents", async () => {
    expect(await discover("oidc")).toEqual(server);
    expect(server).toMatchObject({ issuer: publicUrl, code_challenge_methods_supported: ["S256"] });
  });

  test("takes the code, redeems it, verifies the access token, refreshes and revokes", async () => {
    const { game, browser, account } = await aTeacherAtTheDoor();
    const client = { client_id: String(game.id) };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const clientCode = await oauth.calculatePKCECodeChallenge(verifier);
    const answer = await askHandOver(browser, game, { query: { state, clientCode } });
    const { deeplinkUrl } = finishGameLogin.response.parse(answer.body);

    const parameters = oauth.validateAuthResponse(server, client, new URL(deeplinkUrl), state);
    const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, webCallback, verifier, http);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 600, scope: "USERGROUP" });

    const claims = await oauth.validateJwtAccessToken(server, bearing(tokens.access_token), game.key, http);
    expect(claims).toMatchObject({ sub: account.id, client_id: String(game.id) });
    await expect(oauth.validateJwtAccessToken(server, bearing(tokens.access_token), "game-of-others", http)).rejects.toThrow();

    const refreshToken = tokens.refresh_token ?? "";
    const again = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, http);
    const refreshed = await oauth.processRefreshTokenResponse(server, client, again);
    expect(refreshed.refresh_token).not.toBe(refreshToken);

    const newest = refreshed.refresh_token ?? "";
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), newest, http));
    const dead = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), newest, http);
    await expect(oauth.processRefreshTokenResponse(server, client, dead)).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
  });

  test("refuses a response with another state, with another issuer, or with none (RFC 9207)", async () => {
    const { game, browser } = await aTeacherAtTheDoor();
    const clientCode = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const answer = await askHandOver(browser, game, { query: { state: "mine", clientCode } });
    const url = new URL(finishGameLogin.response.parse(answer.body).deeplinkUrl);
    const client = { client_id: String(game.id) };
    expect(() => oauth.validateAuthResponse(server, client, url, "another")).toThrow();
    expect(oauth.validateAuthResponse(server, client, url, "mine").get("state")).toBe("mine");
    url.searchParams.set("iss", "https://other-issuer.example");
    expect(() => oauth.validateAuthResponse(server, client, url, "mine")).toThrow();
    url.searchParams.delete("iss");
    expect(() => oauth.validateAuthResponse(server, client, url, "mine")).toThrow();
  });

  test.each([
    ["client_secret_basic", () => oauth.ClientSecretBasic(dashboardSecret)],
    ["client_secret_post", () => oauth.ClientSecretPost(dashboardSecret)],
  ])("redeems as the dashboard by %s, with a secret that needs form encoding", async (_, authentication) => {
    const { game, browser, organization, account } = await aTeacherAtTheDoor();
    const client = { client_id: "dashboard" };
    const left = await browser.call(openDashboard, { query: { gameId: game.key, orgId: organization.id, state: "d1", confirmed: "true" } });
    const parameters = oauth.validateAuthResponse(server, client, new URL(String(left.headers.location)), "d1");
    const callback = "https://dashboard.example/callback";
    // A client with a secret sent no challenge, so a verifier of it would be refused (RFC 9700, 4.8.2).
    // oxlint-disable-next-line typescript/no-deprecated -- the library's own word for that
    const proof: string | typeof oauth.nopkce = oauth.nopkce;
    const response = await oauth.authorizationCodeGrantRequest(server, client, authentication(), parameters, callback, proof, http);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    const claims = await oauth.validateJwtAccessToken(server, bearing(tokens.access_token), "dashboard", http);
    expect(claims).toMatchObject({ sub: account.id, orgId: organization.id, scope: "USERGROUP" });
  });

  test("gets a challenge for a wrong dashboard secret (RFC 6749, section 5.2)", async () => {
    const client = { client_id: "dashboard" };
    const wrong = oauth.ClientSecretBasic("another secret");
    const response = await oauth.refreshTokenGrantRequest(server, client, wrong, "x", http);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
    await expect(oauth.processRefreshTokenResponse(server, client, response)).rejects.toMatchObject({ status: 401 });
  });
});

function bearing(token: string): Request {
  return new Request("https://game-api.example/me", { headers: { authorization: `Bearer ${token}` } });
}
