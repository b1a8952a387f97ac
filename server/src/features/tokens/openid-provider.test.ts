/** The portal as an OpenID provider, with stock clients in their default settings. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as jose from "jose";
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenAnswer } from "@storyport/contract/tokens";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, anOrganization } from "#test/builders.ts";
import { handOver, postToken, redemptionOf } from "#test/oauth-client.ts";
import { aUserGroup } from "#test/user-groups.ts";
import { subjectOf } from "./subject.ts";
import { createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const { aStaffTool, share, logInByLibrary, askUserinfo } = createStaffTools(() => portal);

describe("openid-client with its default settings", () => {
  test("logs a teacher in, and learns no name without the school's consent", async () => {
    const tool = await aStaffTool();
    const before = Math.floor(Date.now() / 1000);
    const { client, tokens, claims, nonce } = await logInByLibrary(tool);
    expect(claims).toMatchObject({ iss: publicUrl, sub: tool.account.id, aud: String(tool.game.id), nonce });
    expect(claims.exp - claims.iat).toBe(600);
    expect(Math.abs(Number(claims.auth_time) - before)).toBeLessThan(60);
    expect(tokens.scope).toBe("openid USERGROUP");
    expect(JSON.stringify(claims)).not.toMatch(/Kari|@/);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
  });

  test("reads name and address with the consent, and loses them at once when it is withdrawn", async () => {
    const tool = await aStaffTool({ shares: true });
    const { client, tokens, claims } = await logInByLibrary(tool);
    expect(tokens.scope).toBe("openid profile email USERGROUP");
    expect(JSON.stringify(claims)).not.toMatch(/Kari|@/);
    expect(jose.decodeJwt(tokens.access_token)).not.toHaveProperty("name");
    const all = { sub: tool.account.id, name: "Kari Nordmann", locale: "nb", email: tool.account.email };
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual(all);
    await share(tool, ["email"]);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: all.sub, email: all.email });
    await share(tool, []);
    expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? "");
    expect(refreshed.scope).toBe("openid USERGROUP");
  });

  test("gets only the words that it asked for", async () => {
    const tool = await aStaffTool({ shares: true });
    const { client, tokens, claims } = await logInByLibrary(tool, "email openid unknown PLAYER");
    expect(tokens.scope).toBe("openid email PLAYER");
    expect(jose.decodeJwt(tokens.access_token)["scope"]).toBe("PLAYER");
    const seen = await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
    expect(seen).toEqual({ sub: tool.account.id, email: tool.account.email });
  });

  test("gets an ID token at a refresh a minute later, without nonce and with the login's time", async () => {
    const { client, tokens, claims } = await logInByLibrary(await aStaffTool());
    await portal.clock.travel(60);
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? "");
    const again = refreshed.claims();
    // Time passes by making all rows older, with the time of the login.
    expect(again).toMatchObject({ sub: claims.sub, auth_time: Number(claims.auth_time) - 60, sid: claims["sid"] });
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
      expect(tokens.scope).toBe("openid USERGROUP");
      expect(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)).toEqual({ sub: tool.account.id });
    },
  );
});

describe("a teacher who is a student elsewhere", () => {
  test("by a user group of another organization shares no name", async () => {
    const tool = await aStaffTool({ shares: true });
    const elsewhere = await anOrganization(portal);
    await aUserGroup(portal, { organization: elsewhere, roles: ["student"], members: [{ account: tool.account }] });
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

  test("differ between accounts and between sectors; without a sector the subject is the account's id", async () => {
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
      expect(answer.body).toMatchObject({ scope: "USERGROUP" });
      const { access_token: token } = tokenAnswer.parse(answer.body);
      expect(jose.decodeJwt(token).sub).toBe(account.id);
      expect((await askUserinfo(token)).json()).toMatchObject({ code: "errors.scopeInsufficient" });
    }
  });
});
