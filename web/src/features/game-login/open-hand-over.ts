import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { ApiError } from "#/api/api-error.ts";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { completeRequest, isSameRequest } from "./game-request.ts";
import type { GameLoginSearch, GameRequest, MissingFromRequest } from "./game-request.ts";
import { createHandOverMemory } from "./hand-over-memory.ts";
import type { HandOverTask } from "./hand-over.ts";

export type HandOverOpening =
  | { missing: MissingFromRequest; user: SessionUser }
  /** Without a user: a hand-over that a badge session began and that ended it (DESIGN A6). */
  | { task: HandOverTask; user: SessionUser | undefined };

/**
 * What /game-redirect has to do: go on with the hand-over this tab remembers, or begin the one that the address or the login state
 * asks for. Runs in the browser, where the tab's memory is. Only what begins needs somebody to be logged in: asking again who it is
 * would send the child whose one code was just issued back to the login. Undefined where the browser has left for the login.
 */
export function openHandOver(context: Portal, search: GameLoginSearch): HandOverOpening | undefined {
  const { visitor, loginState, currentChoice } = context;
  const { attempt, ...given } = search;
  const stored = loginState.read();
  const state = mergeLoginState(stored, given);
  const complete = completeRequest(state, currentChoice.read().game?.gameId);
  const request = typeof complete === "string" ? undefined : { ...complete, attempt };

  const known = createHandOverMemory().read();
  const isPlainReturn = Object.keys(given).length === 0 && stored === loginState.readMirror();
  if (known !== undefined && (isPlainReturn || (request !== undefined && isSameRequest(known.request, request)))) {
    return { task: taskOf(known.request, state, context), user: visitor.is === "known" ? visitor.user : undefined };
  }

  if (given.orgId !== undefined) currentChoice.chooseOrganization(given.orgId);
  const user = findUser(context, state);
  if (user === undefined) {
    location.replace("/login?postLoginPage=%2Fgame-redirect");
    return undefined;
  }
  loginState.save({ ...state, loginType: user.loginType });
  if (typeof complete === "string") return { missing: complete, user };
  return { task: taskOf({ ...complete, attempt }, state, context), user };
}

/** Nobody is sent to the login without the request coming along: whoever logs in then is handed over to this game. */
function findUser({ visitor, loginState }: Portal, state: LoginState): SessionUser | undefined {
  if (visitor.is === "known") return visitor.user;
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  loginState.save({ ...state, postLoginPage: "/game-redirect" });
  return undefined;
}

function taskOf(request: GameRequest, state: LoginState, { currentChoice }: Portal): HandOverTask {
  return { request, scope: state.scope, orgId: currentChoice.read().organizationId ?? state.orgId };
}
