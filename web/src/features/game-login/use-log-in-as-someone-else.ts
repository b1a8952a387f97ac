import type { LoginState } from "@storyport/contract/login-state";
import type { Failure } from "#/api/api-error.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { endSession } from "#/features/logout/end-session.ts";
import { usePortal } from "#/shell/portal.ts";
import { completeRequest } from "./game-request.ts";

/**
 * Logs out and leads to the login. The game's request is kept, so that the next user is handed over to the same game. Without a request the
 * login leads to the start page. A page load clears the previous user from memory. If the logout fails, the page stays and says so: the next
 * child must not use this child's session. `other`: the login state of a page with a request of another kind.
 */
export function useLogInAsSomeoneElse(other?: LoginState): { isBusy: boolean; failure: Failure | undefined; leave: () => void } {
  const context = usePortal();
  const { isBusy, failure, act } = useAction();

  const leave = async () => {
    const { loginType: _loginType, loggedInToken: _loggedInToken, postLoginPage: _page, ...request } = context.loginState.read();
    const hasRequest = typeof completeRequest(request, undefined) !== "string";
    await endSession(context);
    // Not before: after a failed logout the present login still needs its state.
    context.loginState.save(other ?? (hasRequest ? { ...request, postLoginPage: "/game-redirect" } : {}));
    await leaveFor("/login");
  };
  return { isBusy, failure, leave: () => void act(leave) };
}
