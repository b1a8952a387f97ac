import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { ApiError } from "#/api/api-error.ts";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { completeRequest, isSameRequest } from "./game-request.ts";
import type { GameLoginSearch, MissingFromRequest } from "./game-request.ts";
import { createHandOverMemory } from "./hand-over-memory.ts";
import type { HandOverTask } from "./hand-over.ts";

export type HandOverOpening =
  | { missing: MissingFromRequest; user: SessionUser }
  /** Undefined user: the session has ended since the hand-over began, or could not be checked. A badge's session always ends (DESIGN A6). */
  | { task: HandOverTask; user: SessionUser | undefined };

/**
 * Returns the task of /game-redirect: continue this tab's stored hand-over, or begin one from the address or the login state. Returns what
 * is missing in an incomplete request, and undefined if the browser has left for the login. It runs in the browser, where the tab's memory
 * is. Only a new hand-over needs a login. A login check would send a child whose code was just issued back to the login. Throws an ApiError
 * if the login of a new hand-over could not be checked.
 */
export function openHandOver(context: Portal, search: GameLoginSearch): HandOverOpening | undefined {
  const { visitor, loginState, currentChoice } = context;
  const { attempt, orgId, ...asked } = search;
  // An organization counts only with the whole request of its address. A link with nothing else must not choose it for a game that waits.
  const chosenGameId = currentChoice.read().game?.gameId;
  const given = typeof completeRequest(asked, chosenGameId) === "string" ? asked : { ...asked, orgId };
  const stored = loginState.read();
  const state = mergeLoginState(stored, given);
  const complete = completeRequest(state, chosenGameId);
  const request = typeof complete === "string" ? undefined : { ...complete, attempt };

  const known = createHandOverMemory().read();
  // The same object means that this tab has no login state of its own. So Back or a reload led here.
  const isPlainReturn = Object.keys(search).length === 0 && stored === loginState.readMirror();
  if (known !== undefined && (isPlainReturn || (request !== undefined && isSameRequest(known.request, request)))) {
    return { task: taskOf(known, state, context), user: visitor.is === "known" ? visitor.user : undefined };
  }

  const user = findUser(context, state);
  if (user === undefined) {
    location.replace("/login?postLoginPage=%2Fgame-redirect");
    return undefined;
  }
  loginState.save({ ...state, loginType: user.loginType });
  if (typeof complete === "string") return { missing: complete, user };
  return { task: taskOf({ request: { ...complete, attempt }, isChild: user.loginType === "QRCODE" }, state, context), user };
}

/** Returns undefined without a login. Then it has stored the request, so that the next login leads to this hand-over. */
function findUser({ visitor, loginState }: Portal, state: LoginState): SessionUser | undefined {
  if (visitor.is === "known") return visitor.user;
  if (visitor.is === "unclear") throw new ApiError(visitor.failure);
  loginState.save({ ...state, postLoginPage: "/game-redirect" });
  return undefined;
}

type Begun = Pick<HandOverTask, "request" | "isChild">;

function taskOf({ request, isChild }: Begun, state: LoginState, { currentChoice }: Portal): HandOverTask {
  const { organizationId } = currentChoice.read();
  const isOrgFromTab = organizationId !== undefined && state.orgId === undefined;
  return { request, isChild, scope: state.scope, nonce: state.nonce, orgId: state.orgId ?? organizationId, isOrgFromTab };
}
