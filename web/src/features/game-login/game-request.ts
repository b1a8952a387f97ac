/** What a game asks of the portal, read from an address: under the specification's names or those of OAuth 2.0. */
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";

/** A complete request: enough to ask for a game code. */
export interface GameRequest {
  gameId: string;
  state: string;
  clientCode: string;
  callbackUrl: string;
  /** Differs for each visit of /game-login: asking again on purpose is another request, a reload is the same one. */
  attempt?: string | undefined;
}

export type GameLoginSearch = LoginState & { attempt?: string };

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

/** The request as /game-login hands it on in the address of /game-redirect, where every tab has its own. */
export function readGameLoginSearch(search: Search): GameLoginSearch {
  const attempt = search["attempt"];
  return {
    ...readGameRequest(search),
    ...(typeof attempt === "string" && /^[\w-]{1,36}$/.test(attempt) && { attempt }),
  };
}

export type MissingFromRequest = "gameLogin.missingValues" | "gameLogin.missingGameId";

/** The request that the login state holds, or what it lacks (specification, sections 2 and 8). */
export function completeRequest(state: LoginState, currentGameId: number | undefined): GameRequest | MissingFromRequest {
  const gameId = state.gameId ?? currentGameId?.toString();
  if (!state.state || !state.clientCode || !state.callbackUrl) return "gameLogin.missingValues";
  if (gameId === undefined) return "gameLogin.missingGameId";
  return { gameId, state: state.state, clientCode: state.clientCode, callbackUrl: state.callbackUrl };
}

export function isSameRequest(one: GameRequest, other: GameRequest): boolean {
  const members = ["gameId", "state", "clientCode", "callbackUrl", "attempt"] as const;
  return members.every((member) => one[member] === other[member]);
}
