/** What a game asks of the portal, read from an address: under the specification's names or those of OAuth 2.0. */
import { readLoginState } from "#/login-state.ts";
import type { LoginState } from "#/login-state.ts";

type Search = Readonly<Record<string, unknown>>;

/**
 * The members of a game's request that are well formed; what is unknown, mistyped or too long is dropped, never shortened.
 * Takes client_id, redirect_uri and code_challenge besides gameId, callbackUrl and clientCode, so that stock OAuth libraries work;
 * a challenge that is not S256 is none.
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
