import { createHash } from "node:crypto";
import type { Walk } from "@storyport/contract/conformance";
import { expect, test } from "vitest";
import { curlOf, decoded, isExpected, remember, rememberFor, requestOf, stepsOf } from "./walk-requests.ts";
import type { Memory } from "./walk-requests.ts";

const walk: Walk = {
  runId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  issuer: "https://portal.example/conformance/0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  callbackUrl: "https://portal.example/bench",
  isOpenid: false,
  endsAt: "2026-11-23T09:00:00.000Z",
};
const game = { gameId: 7, maxScope: "PLAYERGROUP" };

function answered(memory: Memory, parts: Record<string, string>) {
  return { status: 302, parts: { code: "a", state: memory.state, iss: walk.issuer, ...parts } };
}

test("each walk has a fresh verifier, and its challenge is the SHA-256 of it", async () => {
  const [one, other] = [await rememberFor(walk, game), await rememberFor(walk, game)];
  expect(one.challenge).toBe(createHash("sha256").update(one.verifier).digest("base64url"));
  expect(new Set([one.verifier, other.verifier, one.state, other.state]).size).toBe(4);
});

test("only an OpenID client sends a nonce, asks for openid and reads userinfo", async () => {
  const openid = { ...walk, isOpenid: true };
  const { parts } = requestOf("authorize", await rememberFor(openid, game));
  expect([parts["scope"], parts["nonce"] === undefined, stepsOf(openid).includes("userinfo")]).toEqual(["PLAYERGROUP openid", false, true]);
  const { parts: plain } = requestOf("authorize", await rememberFor(walk, game));
  expect([plain["scope"], plain["nonce"], stepsOf(walk).includes("userinfo")]).toEqual(["PLAYERGROUP", undefined, false]);
});

test("a callback is right only with the walk's own state, its issuer and a code", async () => {
  const memory = await rememberFor(walk, game);
  expect(isExpected("authorize", memory, answered(memory, {}))).toBe(true);
  for (const parts of [{ state: "x" }, { iss: "https://other.example" }]) {
    expect(isExpected("authorize", memory, answered(memory, parts))).toBe(false);
  }
  const withoutCode = { status: 302, parts: { state: memory.state, iss: walk.issuer } };
  expect(isExpected("authorize", memory, withoutCode)).toBe(false);
});

test("reuse sends the former refresh token, and is right only if it is refused with invalid_grant", async () => {
  const memory = await rememberFor(walk, game);
  const first = remember("token", memory, { status: 200, parts: { access_token: "t", refresh_token: "first" } });
  const second = remember("refresh", first, { status: 200, parts: { access_token: "u", refresh_token: "second" } });
  expect(requestOf("reuse", second).parts["refresh_token"]).toBe("first");
  expect(requestOf("ended", second).parts["refresh_token"]).toBe("second");
  expect(isExpected("reuse", second, { status: 400, parts: { error: "invalid_grant" } })).toBe(true);
  expect(isExpected("reuse", second, { status: 200, parts: {} })).toBe(false);
});

test("curl sends the same members, and the token as a header", async () => {
  const memory = { ...(await rememberFor(walk, game)), accessToken: "t" };
  const { url } = requestOf("rights", memory);
  expect(curlOf(requestOf("rights", memory))).toBe(`curl -i -G -H 'Authorization: Bearer t' '${url}' --data-urlencode 'kind=players'`);
});

test("a token is read without its signature, and other text is none", () => {
  const part = (members: object) => Buffer.from(JSON.stringify(members)).toString("base64url");
  expect(decoded(`${part({ alg: "ES256" })}.${part({ exp: 5, gameIds: [7] })}.x`)).toEqual({ alg: "ES256", exp: "5", gameIds: "[7]" });
  expect(decoded("opaque")).toBeUndefined();
});
