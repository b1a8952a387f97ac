/** Reads a game's request from an address, under the names of the specification or of OAuth 2.0. */
import { readLoginState } from "#/login-state.ts";
import { tokenScopes } from "#/token-scopes.ts";
import type { TokenScope } from "#/token-scopes.ts";
import type { LoginState } from "#/login-state.ts";

type Search = Readonly<Record<string, unknown>>;

/**
 * Returns the well-formed members of a game's request; drops unknown, mistyped and overlong ones, and never shortens. Takes
 * client_id, redirect_uri and code_challenge besides gameId, callbackUrl and clientCode, so that stock OAuth libraries work. A
 * challenge that is not S256 is dropped.
 */
export function readGameRequest(search: Search): LoginState {
  const isOtherMethod = (search["code_challenge_method"] ?? "S256") !== "S256";
  return readLoginState({
    gameId: search["gameId"] ?? search["client_id"],
    scope: search["scope"],
    nonce: search["nonce"],
    state: search["state"],
    clientCode: search["clientCode"] ?? (isOtherMethod ? undefined : search["code_challenge"]),
    callbackUrl: search["callbackUrl"] ?? search["redirect_uri"],
    orgId: search["orgId"],
  });
}

export interface RequestedScope {
  scope?: TokenScope;
  openidScope?: string;
}

/**
 * Splits a requested scope into its narrowest token scope and the words of OpenID Connect, in a fixed order. Ignores other words
 * (RFC 6749, section 3.3; OpenID Connect Core, section 3.1.2.1). So no token is wider than a scope that was asked for, as at
 * `token/scope`.
 */
export function readScope(requested: string | undefined): RequestedScope {
  const words = requested?.split(" ") ?? [];
  const scope = tokenScopes.findLast((known) => words.includes(known));
  if (!words.includes("openid")) return scope === undefined ? {} : { scope };
  const openidScope = ["openid", "profile", "email"].filter((word) => words.includes(word)).join(" ");
  return { ...(scope !== undefined && { scope }), openidScope };
}
