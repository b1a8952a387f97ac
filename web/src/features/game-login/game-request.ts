/** A game's request on its way through our pages. */
import { readGameRequest } from "@storyport/contract/game-request";
import type { LoginState } from "@storyport/contract/login-state";

/** A complete request, enough for a game code. */
export interface GameRequest {
  gameId: string;
  state: string;
  clientCode: string;
  callbackUrl: string;
  /** Differs for each visit of /game-login: a new login is another request, a reload is the same request. */
  attempt?: string | undefined;
}

export type GameLoginSearch = LoginState & { attempt?: string };

type Search = Readonly<Record<string, unknown>>;

/** Reads the request that /game-login put into the address of /game-redirect, which each tab has for itself. */
export function readGameLoginSearch(search: Search): GameLoginSearch {
  // Anyone may write an address, so a text of another form counts as no attempt.
  const attempt = search["attempt"];
  return {
    ...readGameRequest(search),
    ...(typeof attempt === "string" && /^[\w-]{1,36}$/.test(attempt) && { attempt }),
  };
}

export type MissingFromRequest = "gameLogin.missingValues" | "gameLogin.missingGameId";

/**
 * Returns the request of the login state, or what is missing in it (specification, sections 2 and 8). The caller adds `attempt`, which only
 * an address has. `currentGameId` is the game that the user chose in this tab. It counts only if the login state names no game.
 */
export function completeRequest(state: LoginState, currentGameId: number | undefined): GameRequest | MissingFromRequest {
  const gameId = state.gameId ?? currentGameId?.toString();
  if (!state.state || !state.clientCode || !state.callbackUrl) return "gameLogin.missingValues";
  if (gameId === undefined) return "gameLogin.missingGameId";
  return { gameId, state: state.state, clientCode: state.clientCode, callbackUrl: state.callbackUrl };
}

/** Two visits of /game-login are two requests, because each has an attempt of its own. */
export function isSameRequest(one: GameRequest, other: GameRequest): boolean {
  const members = ["gameId", "state", "clientCode", "callbackUrl", "attempt"] as const;
  return members.every((member) => one[member] === other[member]);
}
