/** The login state after a student's login, and the next page. Pure functions. */
import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { completeRequest } from "#/features/game-login/game-request.ts";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";

/**
 * Completes the game's request from the stored state, without anything of the former user. The organization is that of the class of the badge or
 * code.
 */
export function stateAfterBadgeLogin(stored: LoginState, given: LoginState, user: Pick<SessionUser, "orgId">): LoginState {
  const { gameId, scope, nonce, state, clientCode, callbackUrl } = mergeLoginState(stored, given);
  return { gameId, scope, nonce, state, clientCode, callbackUrl, orgId: user.orgId, loginType: "QRCODE" };
}

/** Leads to the hand-over if a game waits (specification, section 2, /login/qr), else to the child's choice of games. */
export function pageAfterBadgeLogin(state: LoginState): "/game-redirect" | "/" {
  // No current game: what was chosen in this tab before was the former user's choice.
  return typeof completeRequest(state, undefined) === "string" ? "/" : "/game-redirect";
}
