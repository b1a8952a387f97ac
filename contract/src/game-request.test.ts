/** No token is wider than a scope that a game asked for. */
import { describe, expect, test } from "vitest";
import { readScope } from "#/game-request.ts";
import { tokenScopes } from "#/token-scopes.ts";

const orders = tokenScopes.flatMap((one) => tokenScopes.map((other) => [one, other] as const));

describe("the requested scope", () => {
  test.each(orders)("%s %s is the narrower of both, with and without OpenID Connect", (one, other) => {
    const narrower = tokenScopes[Math.max(tokenScopes.indexOf(one), tokenScopes.indexOf(other))];
    expect(readScope(`${one} ${other}`)).toEqual({ scope: narrower });
    expect(readScope(`openid ${one} email ${other}`)).toEqual({ scope: narrower, openidScope: "openid email" });
  });

  test.each([
    [undefined, {}],
    ["", {}],
    ["offline_access", {}],
    ["player", {}],
    ["profile email", {}],
    ["PLAYER offline_access", { scope: "PLAYER" }],
    ["email openid unknown", { openidScope: "openid email" }],
  ])("%j is %j", (requested, scope) => {
    expect(readScope(requested)).toEqual(scope);
  });
});
