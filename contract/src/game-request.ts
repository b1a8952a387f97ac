/** Reads a game's request from an address, under the names of the specification or of OAuth 2.0. */
import { readLoginState } from "#/login-state.ts";
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
    state: search["state"],
    clientCode: search["clientCode"] ?? (isOtherMethod ? undefined : search["code_challenge"]),
    callbackUrl: search["callbackUrl"] ?? search["redirect_uri"],
    orgId: search["orgId"],
  });
}
