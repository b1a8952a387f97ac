import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { narrowScope, tokenPair } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher } from "#test/builders.ts";
import { claimsOf, headerOf, postJson, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const narrow = (scope: unknown, accessToken: unknown) => postJson(portal, endpointUrl(narrowScope), { scope, accessToken });

async function someTokens(scope: string) {
  const teacher = await aTeacher(portal);
  const group = await aPlayerGroup(portal, {
    organization: teacher.organization,
    players: 2,
    rights: [{ account: teacher.account, level: "OWNER" }],
  });
  const browser = await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id });
  return { ...teacher, group, ...(await tokensFor(portal, browser, { game: teacher.game, query: { scope } })) };
}

async function narrowed(scope: string, accessToken: string): Promise<string> {
  const { body } = await narrow(scope, accessToken);
  return tokenPair.parse(body).accessToken;
}

const matrix = tokenScopes.flatMap((from, fromIndex) => tokenScopes.map((to, toIndex) => ({ from, to, isNarrower: toIndex >= fromIndex })));

describe("a token is only ever narrowed: USERGROUP, PLAYERGROUP, PLAYER", () => {
  test.each(matrix.filter(({ isNarrower }) => isNarrower))("$from to $to is given", async ({ from, to }) => {
    const { accessToken, claims } = await someTokens(from);
    const narrower = claimsOf(await narrowed(to, accessToken));
    expect(narrower).toMatchObject({ scope: to, sub: claims.sub, aud: claims.aud, sid: claims.sid, orgId: claims.orgId });
    expect(narrower.exp).toBeLessThanOrEqual(claims.exp);
    expect(narrower.jti).not.toBe(claims.jti);
  });

  test.each(matrix.filter(({ isNarrower }) => !isNarrower))("$from to $to is refused: errors.scopeNotHeld", async ({ from, to }) => {
    const { accessToken } = await someTokens(from);
    const { status, body, headers } = await narrow(to, accessToken);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: "invalid_scope", code: "errors.scopeNotHeld" });
    expect(headers["www-authenticate"]).toBeUndefined();
  });

  test("a narrowed token lives no longer than the one it was made from", async () => {
    const { accessToken, claims } = await someTokens("USERGROUP");
    await portal.clock.travel(120);
    expect(claimsOf(await narrowed("PLAYER", accessToken)).exp).toBe(claims.exp);
  });

  test("the narrower token cannot be widened again", async () => {
    const { accessToken } = await someTokens("USERGROUP");
    const player = await narrowed("PLAYER", accessToken);
    expect((await narrow("PLAYERGROUP", player)).status).toBe(403);
    expect(claimsOf(player)).toMatchObject({ playerGroupIds: [], playerGroupRights: {}, userGroupIds: [] });
  });

  test("one event is recorded per token and scope, also for fifty concurrent calls", async () => {
    const { accessToken, account } = await someTokens("USERGROUP");
    await Promise.all(Array.from({ length: 50 }, () => narrow("PLAYER", accessToken)));
    await narrow("PLAYERGROUP", accessToken);
    const events = portal.context.database.selectFrom("audit_events").select("details").where("event", "=", "token_narrowed");
    const scopes = (await events.where("target_id", "=", account.id).orderBy("id").execute()).map(({ details }) => details["scope"]);
    expect(scopes).toEqual(["PLAYER", "PLAYERGROUP"]);
  });

  test("the answer has no refresh token, and the existing one keeps working", async () => {
    const tokens = await someTokens("USERGROUP");
    expect((await narrow("PLAYER", tokens.accessToken)).body).toEqual({ accessToken: expect.any(String) });
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("it contains the present rights, not those of the former token", async () => {
    const { accessToken, group, account, claims } = await someTokens("USERGROUP");
    expect(claims.playerGroupIds).toEqual([group.id]);
    await portal.context.database.deleteFrom("account_player_group_rights").where("account_id", "=", account.id).execute();
    expect(claimsOf(await narrowed("PLAYERGROUP", accessToken))).toMatchObject({ playerGroupIds: [], playerIds: [] });
  });
});

describe("a foreign or expired token: errors.accessTokenInvalid", () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

  function forge(header: object, claims: object, signer: (input: string) => Buffer): string {
    const input = `${encode(header)}.${encode(claims)}`;
    return `${input}.${signer(input).toString("base64url")}`;
  }

  const byKey = (key: KeyObject) => (input: string) => sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** The portal's own key, to sign tokens that are wrong in other ways: issuer, type, expiry. */
  async function ownKey(): Promise<KeyObject> {
    return createPrivateKey((await portal.context.keys.current()).privateKey.export({ type: "pkcs8", format: "pem" }));
  }

  test.each([
    ["alg none", (header: object, claims: object) => forge({ ...header, alg: "none" }, claims, () => Buffer.alloc(0))],
    ["another key under our kid", (header: object, claims: object) => forge(header, claims, byKey(stranger.privateKey))],
    [
      "a kid that walks through folders",
      (header: object, claims: object) => forge({ ...header, kid: "../../../dev/null" }, claims, byKey(stranger.privateKey)),
    ],
    ["a kid with SQL", (header: object, claims: object) => forge({ ...header, kid: "x' or '1'='1" }, claims, byKey(stranger.privateKey))],
    ["no kid", (header: object, claims: object) => forge({ ...header, kid: undefined }, claims, byKey(stranger.privateKey))],
    ["a kid that is a number", (header: object, claims: object) => forge({ ...header, kid: 0 }, claims, byKey(stranger.privateKey))],
    [
      "a key it brings along",
      (header: object, claims: object) =>
        forge({ ...header, jwk: stranger.publicKey.export({ format: "jwk" }) }, claims, byKey(stranger.privateKey)),
    ],
    [
      "a key set elsewhere",
      (header: object, claims: object) => forge({ ...header, jku: "https://evil.test/jwks" }, claims, byKey(stranger.privateKey)),
    ],
  ])("%s", async (_, forgery) => {
    const { accessToken, claims } = await someTokens("USERGROUP");
    const { status, body, headers } = await narrow("PLAYER", forgery(headerOf(accessToken) as object, claims));
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: "invalid_token", code: "errors.accessTokenInvalid" });
    expect(headers["www-authenticate"]).toBe(`Bearer realm="${publicUrl}", error="invalid_token"`);
  });

  test("HS256 with our public key as the secret", async () => {
    const { accessToken, claims } = await someTokens("USERGROUP");
    const [published] = await portal.context.keys.published();
    const pem = createPublicKey({ key: published?.jwk ?? {}, format: "jwk" }).export({ type: "spki", format: "pem" });
    for (const secret of [pem, JSON.stringify(published?.jwk)]) {
      const token = forge({ ...(headerOf(accessToken) as object), alg: "HS256" }, claims, (input) =>
        createHmac("sha256", secret).update(input).digest(),
      );
      expect((await narrow("PLAYER", token)).status).toBe(401);
    }
  });

  test.each([
    ["another issuer", {}, { iss: "https://evil.test" }],
    ["no issuer", {}, { iss: undefined }],
    ["another type", { typ: "JWT" }, {}],
    ["no type", { typ: undefined }, {}],
    ["spent", {}, { exp: Math.floor(Date.now() / 1000) - 1 }],
    ["no end", {}, { exp: undefined }],
    ["an unknown family", {}, { sid: randomUUID() }],
    ["no family", {}, { sid: undefined }],
    ["a family that is no uuid", {}, { sid: "x' or 1=1 --" }],
    ["an unknown scope", {}, { scope: "ADMIN" }],
    ["a critical extension", { crit: ["b64"], b64: false }, {}],
  ])("%s, even if signed by our key", async (_, header, claims) => {
    const tokens = await someTokens("USERGROUP");
    const token = forge({ ...(headerOf(tokens.accessToken) as object), ...header }, { ...tokens.claims, ...claims }, byKey(await ownKey()));
    expect((await narrow("PLAYER", token)).body).toMatchObject({ code: "errors.accessTokenInvalid" });
  });

  test("changed in one letter, cut short, or missing", async () => {
    const { accessToken, refreshToken } = await someTokens("USERGROUP");
    const [header = "", payload = "", signature = ""] = accessToken.split(".");
    const widened = encode({ ...claimsOf(accessToken), permissions: ["admin"] });
    const texts = [
      `${header}.${widened}.${signature}`,
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${accessToken}.x`,
      refreshToken,
      "",
      "..",
      "\u0000",
    ];
    for (const text of texts) expect((await narrow("PLAYER", text)).status).toBe(401);
  });

  test("ten minutes old", async () => {
    const { accessToken } = await someTokens("USERGROUP");
    await portal.clock.travel(601);
    expect((await narrow("PLAYER", accessToken)).status).toBe(401);
    // Otherwise the process's clock stays ahead, and finds the new tokens of later tests expired.
    await portal.clock.travel(-601);
  });

  test("of a family that was revoked, or of an account that was deactivated", async () => {
    const [revoked, deactivated] = [await someTokens("USERGROUP"), await someTokens("USERGROUP")];
    const { database } = portal.context;
    await database
      .updateTable("token_families")
      .set({ revoked_at: new Date(), revoked_because: "CLIENT" })
      .where("id", "=", revoked.claims.sid)
      .execute();
    await database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", deactivated.account.id).execute();
    for (const { accessToken } of [revoked, deactivated]) {
      expect((await narrow("PLAYER", accessToken)).body).toMatchObject({ code: "errors.accessTokenInvalid" });
    }
  });
});

test.each([
  ["no scope", undefined, "x"],
  ["an unknown scope", "ADMIN", "x"],
  ["a list of scopes", ["PLAYER"], "x"],
  ["a number for the token", "PLAYER", 1],
  ["a token of 60001 characters", "PLAYER", "x".repeat(60_001)],
])("%s is refused with 400", async (_, scope, accessToken) => {
  expect((await narrow(scope, accessToken)).status).toBe(400);
});
