import { cookieNames } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { redirectTo } from "#/shell/redirect.ts";

/**
 * A game has led the browser here to log in (specification, section 2, /game-login). A logged-in user continues to the hand-over, and the
 * request is merged into the stored login state. Other visitors go to the login, which leads to the hand-over as well. The address carries
 * the request too. The server sees one cookie for all tabs, and two tabs may log in to two games.
 */
export function startGameLogin({ cookies, loginState }: Pick<Portal, "cookies" | "loginState">, given: LoginState): never {
  if (cookies.read(cookieNames.user) === undefined) {
    redirectTo("/login", { ...given, postLoginPage: "/game-redirect" });
  }
  const merged = mergeLoginState(loginState.read(), given);
  loginState.save(merged);
  const { gameId, scope, nonce, state, clientCode, callbackUrl, orgId } = merged;
  // The time, in milliseconds, tells this visit from a reload of the next page.
  const attempt = Date.now().toString(36);
  const request = { gameId, scope, nonce, state, clientCode, callbackUrl, orgId, attempt };
  redirectTo("/game-redirect", request);
}
