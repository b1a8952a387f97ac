/** Reads a game's request from an address, under the names of the specification or of OAuth 2.0. */
import { readLoginState } from "#/login-state.ts";
import { tokenScopes } from "#/token-scopes.ts";
import type { TokenScope } from "#/token-scopes.ts";
import type { LoginState } from "#/login-state.ts";

type Search = Readonly<Record<string, unknown>>;

/**
 * Returns the well-formed members of a game's request; drops unknown, mistyped and overlong ones, and never shortens. Takes
 * client_id, redirect_uri and code_challenge besides gameId, callbackUrl and clientCode, so that stock OAuth libraries work. If the two
 * names of a member have different values, drops both. Drops a code_challenge that is not S256. A request for anything but a code loses its
 * clientCode, and so gets no answer.
 */
export function readGameRequest(search: Search): LoginState {
  const isS256 = isLeftOutOr("S256", search["code_challenge_method"]);
  const clientCode = underOneName(search["clientCode"], isS256 ? search["code_challenge"] : undefined);
  return readLoginState({
    gameId: underOneName(search["gameId"], search["client_id"]),
    scope: search["scope"],
    nonce: search["nonce"],
    state: search["state"],
    clientCode: isLeftOutOr("code", search["response_type"]) ? clientCode : undefined,
    callbackUrl: underOneName(search["callbackUrl"], search["redirect_uri"]),
    orgId: search["orgId"],
  });
}

/** A parameter without a value counts as left out (RFC 6749, section 3.1). */
function isLeftOutOr(only: string, value: unknown): boolean {
  return value === undefined || value === "" || value === only;
}

function underOneName(ours: unknown, standard: unknown): unknown {
  if (ours === undefined || ours === "") return standard ?? ours;
  return standard === undefined || standard === "" || standard === ours ? ours : undefined;
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
