import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const get = (url: string, headers: Record<string, string> = {}) => portal.app.inject({ url, headers });
const documents = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];

describe("the metadata documents (RFC 8414)", () => {
  test.each(documents)("%s names the endpoints, S256 alone, and the iss parameter", async (url) => {
    const { statusCode, headers, json } = await get(url, { host: "evil.test", "x-forwarded-host": "evil.test" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "public, max-age=300" });
    expect(json()).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/game-login`,
      token_endpoint: `${publicUrl}/api/auth/token`,
      revocation_endpoint: `${publicUrl}/api/auth/token/revoke`,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      response_types_supported: ["code"],
      device_authorization_endpoint: `${publicUrl}/api/auth/token/device`,
      grant_types_supported: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      code_challenge_methods_supported: ["S256"],
      userinfo_endpoint: `${publicUrl}/api/auth/token/userinfo`,
      end_session_endpoint: `${publicUrl}/api/auth/auth/end-session`,
      subject_types_supported: ["public", "pairwise"],
      id_token_signing_alg_values_supported: ["ES256"],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      request_uri_parameter_supported: false,
      prompt_values_supported: ["none", "login", "consent", "select_account"],
      authorization_response_iss_parameter_supported: true,
      response_modes_supported: ["query"],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      scopes_supported: ["openid", "profile", "email", "USERGROUP", "PLAYERGROUP", "PLAYER"],
    });
  });
});

test.each([...documents, "/.well-known/jwks.json"])("HEAD of %s has the headers of GET, and no body", async (url) => {
  const head = await portal.app.inject({ method: "HEAD", url });
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe("");
  expect(head.headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "public, max-age=300" });
  expect(head.headers["content-length"]).toBe((await get(url)).headers["content-length"]);
});

test.each([...documents, "/.well-known/jwks.json", "/api/auth/openapi.json"])(
  "%s is read by pages of any origin, also with a header of their own, and never with credentials",
  async (url) => {
    const origin = { origin: "https://game.example" };
    const asked = { ...origin, "access-control-request-method": "GET", "access-control-request-headers": "x-client-version" };
    const preflight = await portal.app.inject({ method: "OPTIONS", url, headers: asked });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ "access-control-allow-methods": "GET, HEAD", "access-control-allow-headers": "*" });
    const answer = await get(url, origin);
    for (const { headers } of [preflight, answer]) {
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  },
);

describe("the key set", () => {
  const publicKey = z.strictObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string().length(43),
    y: z.string().length(43),
    kid: z.string().min(1),
    use: z.literal("sig"),
    alg: z.literal("ES256"),
  });

  async function kids(): Promise<string[]> {
    const { keys } = z.strictObject({ keys: z.array(publicKey) }).parse((await get("/.well-known/jwks.json")).json());
    return keys.map(({ kid }) => kid);
  }

  test("holds public keys alone, readable from any origin", async () => {
    expect(await kids()).toHaveLength(1);
    expect((await get("/.well-known/jwks.json")).headers).toMatchObject({ "access-control-allow-origin": "*" });
  });

  test("publishes the next key two days before it signs, and the last one two days after", async () => {
    const day = 24 * 3600;
    const [first] = await kids();
    await portal.clock.travel(28 * day + 60);
    await portal.context.keys.rotate();
    const both = await kids();
    expect(both).toHaveLength(2);
    expect((await portal.context.keys.current()).kid).toBe(first);
    await portal.clock.travel(2 * day);
    await portal.context.keys.rotate();
    expect((await kids()).toSorted()).toEqual(both.toSorted());
    expect((await portal.context.keys.current()).kid).not.toBe(first);
    await portal.clock.travel(2 * day);
    await portal.context.keys.rotate();
    expect(await kids()).not.toContain(first);
  });
});
