import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { completeRequest } from "#/features/game-login/game-request.ts";
import { postLoginPage } from "./post-login-page.ts";

/**
 * Where /post-login leads: to the stored page, or "/" (specification, section 4). A user without a display name is asked for it first, if
 * they have the permission to set it. A student with a badge or code goes to the game that waits, or to "/" with the child's games.
 * `ownPages`: the patterns of the pages that a login may lead to.
 */
export function pageAfterLogin(
  user: Pick<SessionUser, "displayName" | "loginType" | "permissions">,
  state: LoginState,
  ownPages: readonly string[],
): string {
  // A one-time code that was sent without a script ends here. The stored page may be that of the tablet's former user. `completeRequest`
  // returns a text if the request lacks a part.
  if (user.loginType === "QRCODE") return typeof completeRequest(state, undefined) !== "string" ? "/game-redirect" : "/";
  const page = postLoginPage(state.postLoginPage, ownPages);
  const mayName = user.permissions.includes("set_display_name");
  if (user.displayName === undefined && mayName) return "/set-display-name";
  if (page !== "/set-display-name" || mayName) return page;
  // The user may not open the stored page, so a waiting game comes next.
  return state.callbackUrl === undefined ? "/" : "/game-redirect";
}
