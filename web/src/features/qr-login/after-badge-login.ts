/** What a student's login leaves in the login state, and where it leads. Pure rules. */
import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { completeRequest } from "#/features/game-login/game-request.ts";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";

/** The game's request, completed from the stored one, and nothing of whoever was logged in before: the organization is the badge's. */
export function stateAfterBadgeLogin(stored: LoginState, given: LoginState, user: Pick<SessionUser, "orgId">): LoginState {
  const { gameId, scope, state, clientCode, callbackUrl, orgId } = mergeLoginState(stored, given);
  return { gameId, scope, state, clientCode, callbackUrl, orgId: user.orgId ?? orgId, loginType: "QRCODE" };
}

/** To the hand-over when a game waits (specification, section 2, /login/qr); else to where the child chooses one. */
export function pageAfterBadgeLogin(state: LoginState): "/game-redirect" | "/" {
  return typeof completeRequest(state, undefined) === "string" ? "/" : "/game-redirect";
}
