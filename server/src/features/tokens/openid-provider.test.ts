// oxlint-disable eslint/max-lines -- One running game serves all of them.
/** The portal as an OpenID provider, with stock clients in their default settings. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as jose from "jose";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import { finishGameLogin } from "@storyport/contract/game-login";
import { editOrganization, getOrganization } from "@storyport/contract/organizations";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, narrowScope, postUserinfo, tokenAnswer } from "@storyport/contract/tokens";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, anAdministrator, anOrganization, webCallback } from "#test/builders.ts";
import type { GameParts } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { askHandOver, fetchFrom, handOver, postJson, postToken, redemptionOf } from "#test/oauth-client.ts";
import { aUserGroup } from "#test/users.ts";
import { subjectOf } from "./subject.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

interface StaffTool {
  game: { id: number; key: string };
  organization: { id: string };
  account: { id: string; email: string };
  browser: Browser;
}

async function aStaffTool(parts: { game?: GameParts; roles?: string[]; shares?: boolean; loginType?: "PASSWORD" | "QRCODE" } = {}) {
  const loginType = parts.loginType ?? "PASSWORD";
  const teacher = await aTeacher(portal, {
    game: { subjectType: "public", ...parts.game },
    ...(parts.roles !== undefined && { roles: parts.roles }),
    displayName: "Kari Nordmann",
    locale: "nb",
  });
  const browser = await aSession(portal, teacher.account, { loginType, organizationId: teacher.organization.id });
  if (parts.shares === true) await share(teacher, [teacher.game.id]);
  return { ...teacher, browser };
}

async function share({ organization }: Pick<StaffTool, "organization">, nameSharingGameIds: number[]): Promise<unknown> {
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const params = { organizationId: organization.id };
  const before = getOrganization.response.parse((await admin.call(getOrganization, { params })).body);
  const answer = await admin.call(editOrganization, { params, body: { version: before.version, nameSharingGameIds } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function aClient(clientId: string): Promise<openid.Configuration> {
  // oxlint-disable-next-line typescript/no-deprecated -- the portal of tests has no certificate
  const execute = [openid.allowInsecureRequests];
  const found = await openid.discovery(new URL(publicUrl), clientId, undefined, openid.None(), {
    execute,
    [openid.customFetch]: fetchFrom(portal),
  });
  return found;
}

/** A login as the library makes it: its address, the portal's pages, its callback. */
async function logInByLibrary({ game, browser }: Pick<StaffTool, "game" | "browser">, scope = "openid profile email") {
  const client = await aClient(String(game.id));
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const address = openid.buildAuthorizationUrl(client, {
    redirect_uri: webCallback,
    scope,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  const asked = readGameRequest(Object.fromEntries(address.searchParams));
  const { state, clientCode, nonce } = asked;
  const answer = await askHandOver(browser, game, { query: { state, clientCode, nonce, ...readScope(asked.scope) } });
  const { deeplinkUrl } = finishGameLogin.response.parse(answer.body);
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(client, new URL(deeplinkUrl), checks);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("There is no ID token.");
  return { client, tokens, claims, nonce: expectedNonce };
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
const askUserinfo = (token: string) => portal.app.inject({ url: endpointUrl(getUserinfo), headers: bearing(token) });

describe("openid-client with its default settings", () => {
  test("logs a teacher in, and learns no name without the school's consent", async () => {
    const tool = await aStaffTool();
    const before = Math.floor(Date.now() / 1000);
    const { client, tokens, claims, nonce } = await logInByLibrary(tool);
    expect(claims).toMatchObject({ iss: publicUrl, sub: tool.account.id, aud: String(tool.game.id), nonce });
    expect(claims.exp - claims.iat).toBe(600);
    expect(Math.abs(Number(claims.auth_time) - before)).toBeLessThan(60);
    expect(tokens.scope).toBe("openid PLAYERGROUP");
    expect(JSON.stringify(claims)).not.toMatch(/Kari|@/);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
  });

  test("reads name and address with the consent, and loses them at once when it is withdrawn", async () => {
    const tool = await aStaffTool({ shares: true });
    const { client, tokens, claims } = await logInByLibrary(tool);
    expect(tokens.scope).toBe("openid profile email PLAYERGROUP");
    expect(JSON.stringify(claims)).not.toMatch(/Kari|@/);
    expect(jose.decodeJwt(tokens.access_token)).not.toHaveProperty("name");
    const all = { sub: tool.account.id, name: "Kari Nordmann", locale: "nb", email: tool.account.email };
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual(all);
    await share(tool, []);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? "");
    expect(refreshed.scope).toBe("openid PLAYERGROUP");
  });

  test("gets only the words that it asked for", async () => {
    const tool = await aStaffTool({ shares: true });
    const { client, tokens, claims } = await logInByLibrary(tool, "email openid unknown PLAYER");
    expect(tokens.scope).toBe("openid email PLAYER");
    expect(jose.decodeJwt(tokens.access_token)["scope"]).toBe("PLAYER");
    const seen = await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
    expect(seen).toEqual({ sub: tool.account.id, email: tool.account.email });
  });

  test("gets an ID token without nonce, and with the first login's time, at a refresh", async () => {
    const { client, tokens, claims } = await logInByLibrary(await aStaffTool());
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? "");
    const again = refreshed.claims();
    expect(again).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time, sid: claims["sid"] });
    expect(again).not.toHaveProperty("nonce");
  });
});

describe("jose with its default settings", () => {
  test("verifies the ID token by the key set, and at_hash fits the access token", async () => {
    const tool = await aStaffTool();
    const { tokens } = await logInByLibrary(tool);
    const keys = jose.createLocalJWKSet((await portal.app.inject({ url: "/.well-known/jwks.json" })).json());
    const idToken = tokens.id_token ?? "";
    const { payload, protectedHeader } = await jose.jwtVerify(idToken, keys, { issuer: publicUrl, audience: String(tool.game.id) });
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT" });
    const half = createHash("sha256").update(tokens.access_token).digest().subarray(0, 16).toString("base64url");
    expect(payload["at_hash"]).toBe(half);
    await expect(jose.jwtVerify(idToken, keys, { audience: tool.game.key })).rejects.toThrow(/aud/);
  });

  test("an ID token is no access token", async () => {
    const { tokens } = await logInByLibrary(await aStaffTool());
    expect((await askUserinfo(tokens.id_token ?? "")).statusCode).toBe(401);
  });
});

/** Reads an ID token from its input as a Python program does, with the library's default settings. */
const pythonProgram = `
import json, sys, jwt
asked = json.load(sys.stdin)
keys = jwt.PyJWKSet.from_dict(asked["keys"])
key = keys[jwt.get_unverified_header(asked["token"])["kid"]]
claims = jwt.decode(asked["token"], key.key, algorithms=["ES256"], audience=asked["audience"], issuer=asked["issuer"])
print(json.dumps(claims))
`;
/** A Python with the library. The system's own may have it while another one comes first. */
const python = ["python3", "/usr/bin/python3"].find((program) => spawnSync(program, ["-c", "import jwt, cryptography"]).status === 0);

describe.skipIf(python === undefined)("PyJWT with its default settings", () => {
  test("verifies the ID token by the key set, and refuses another audience", async () => {
    const tool = await aStaffTool();
    const { tokens, claims } = await logInByLibrary(tool);
    const keys: unknown = (await portal.app.inject({ url: "/.well-known/jwks.json" })).json();
    const read = (audience: string) =>
      spawnSync(python ?? "", ["-c", pythonProgram], {
        input: JSON.stringify({ token: tokens.id_token, keys, audience, issuer: publicUrl }),
        encoding: "utf8",
      });
    expect(JSON.parse(read(String(tool.game.id)).stdout)).toEqual(claims);
    expect(read(tool.game.key).stderr).toContain("InvalidAudienceError");
  });
});

describe("children", () => {
  test("a badge's login shares no name, whatever was consented", async () => {
    const tool = await aStaffTool({ roles: ["student"], loginType: "QRCODE", shares: true });
    const { client, tokens, claims } = await logInByLibrary(tool);
    expect(tokens.scope).toBe("openid PLAYER");
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
  });

  test.each([[["student"]], [["student", "teacher"]]])(
    "a student with the roles %j who logs in otherwise shares no name",
    async (roles) => {
      const tool = await aStaffTool({ roles, shares: true });
      const { client, tokens, claims } = await logInByLibrary(tool);
      expect(tokens.scope).toBe("openid PLAYERGROUP");
      expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
    },
  );
});

describe("a teacher who is a student elsewhere", () => {
  test("by a user group of another organization shares no name", async () => {
    const tool = await aStaffTool({ shares: true });
    const elsewhere = await anOrganization(portal);
    await aUserGroup(portal, { organization: elsewhere, roles: ["student"], members: [tool.account] });
    const { client, tokens, claims } = await logInByLibrary(tool);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
  });
});

describe("pairwise subjects", () => {
  test("are the same in ID token, access token, userinfo and after a refresh, and reveal no account", async () => {
    const tool = await aStaffTool({ game: { subjectType: "pairwise" } });
    const { client, tokens, claims } = await logInByLibrary(tool);
    expect(claims.sub).toMatch(/^[\w-]{43}$/);
    expect(jose.decodeJwt(tokens.access_token).sub).toBe(claims.sub);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: claims.sub });
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? "");
    expect(refreshed.claims()?.sub).toBe(claims.sub);
    expect(JSON.stringify([claims, jose.decodeJwt(tokens.access_token)])).not.toContain(tool.account.id);
    expect((await logInByLibrary(tool)).claims.sub).toBe(claims.sub);
  });

  test("differ between accounts and between sectors", async () => {
    const { vault } = portal.context;
    const subjects = [
      subjectOf(vault, "one", "game.example"),
      subjectOf(vault, "other", "game.example"),
      subjectOf(vault, "one", "other.example"),
      subjectOf(vault, "one", null),
    ];
    expect(new Set(subjects).size).toBe(4);
    expect(subjects.at(-1)).toBe("one");
  });
});

describe("games that are no OpenID clients", () => {
  test("get exactly what they got before, even if they ask for openid", async () => {
    const { game, organization, account } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const plain = await postToken(portal, redemptionOf(await handOver(browser, game)));
    const asking = await postToken(
      portal,
      redemptionOf(await handOver(browser, game, { openidScope: "openid profile email", nonce: "n" })),
    );
    const members = ["access_token", "expires_in", "refresh_token", "scope", "token_type"];
    for (const answer of [plain, asking]) {
      expect(Object.keys(tokenAnswer.parse(answer.body)).toSorted()).toEqual(members);
      expect(answer.body).toMatchObject({ scope: "PLAYERGROUP" });
      const { access_token: token } = tokenAnswer.parse(answer.body);
      expect(jose.decodeJwt(token).sub).toBe(account.id);
      expect((await askUserinfo(token)).json()).toMatchObject({ code: "errors.scopeNotHeld" });
    }
  });
});

describe("userinfo", () => {
  test("answers GET and POST, to any origin", async () => {
    const { tokens, claims } = await logInByLibrary(await aStaffTool());
    const get = await askUserinfo(tokens.access_token);
    const post = await portal.app.inject({ method: "POST", url: endpointUrl(postUserinfo), headers: bearing(tokens.access_token) });
    for (const answer of [get, post]) {
      expect(answer.json()).toEqual({ sub: claims.sub });
      expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    }
  });

  test("refuses without a token, with a wrong one, and after the family has ended (errors.accessTokenInvalid)", async () => {
    const tool = await aStaffTool();
    const { client, tokens } = await logInByLibrary(tool);
    expect((await portal.app.inject({ url: endpointUrl(getUserinfo) })).statusCode).toBe(401);
    expect((await askUserinfo("wrong")).headers["www-authenticate"]).toMatch(/^Bearer/);
    await openid.tokenRevocation(client, tokens.refresh_token ?? "");
    expect((await askUserinfo(tokens.access_token)).json()).toMatchObject({ code: "errors.accessTokenInvalid" });
  });

  test("refuses a token that was narrowed (errors.scopeNotHeld)", async () => {
    const { tokens } = await logInByLibrary(await aStaffTool({ shares: true }));
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken: tokens.access_token });
    const answer = await askUserinfo(narrowScope.response.parse(body).accessToken);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "errors.scopeNotHeld" });
    expect((await askUserinfo(tokens.access_token)).statusCode).toBe(200);
  });

  test("refuses a login that did not ask for openid (errors.scopeNotHeld)", async () => {
    const { game, browser } = await aStaffTool();
    const answer = await postToken(portal, redemptionOf(await handOver(browser, game)));
    const { access_token: token, id_token: idToken } = tokenAnswer.parse(answer.body);
    expect(idToken).toBeUndefined();
    expect((await askUserinfo(token)).statusCode).toBe(403);
  });
});

describe("the school's consent", () => {
  test("is shown at the organization, survives a change of its games, and needs a game that it has (errors.gameUnknown)", async () => {
    const tool = await aStaffTool({ shares: true });
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const params = { organizationId: tool.organization.id };
    const edit = async (body: Record<string, unknown>) => {
      const { version } = getOrganization.response.parse((await admin.call(getOrganization, { params })).body);
      return admin.call(editOrganization, { params, body: { version, ...body } });
    };
    const kept = await edit({ gameIds: [tool.game.id] });
    expect(kept.body).toMatchObject({ games: [{ gameId: tool.game.id, isOpenid: true, sharesNames: true }] });
    expect((await edit({ nameSharingGameIds: [999_999] })).body).toMatchObject({ code: "errors.gameUnknown" });
    expect((await edit({ nameSharingGameIds: [] })).body).toMatchObject({ games: [{ sharesNames: false }] });
  });
});
