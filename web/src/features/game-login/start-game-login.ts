import { cookieNames } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { redirectTo } from "#/shell/redirect.ts";

/**
 * A game sent somebody here to log in (specification, section 2, /game-login). Whoever is logged in goes on to the hand-over, with the
 * request merged into the stored login state; everybody else to the login, which leads to the hand-over as well.
 * The request travels in the address too: session storage is the tab's, but this runs on the server, which sees one cookie for all
 * tabs, and of two games started at once each tab must answer its own.
 */
export function startGameLogin({ cookies, loginState }: Pick<Portal, "cookies" | "loginState">, given: LoginState): never {
  if (cookies.read(cookieNames.user) === undefined) {
    redirectTo("/login", { ...given, postLoginPage: "/game-redirect" });
  }
  const merged = mergeLoginState(loginState.read(), given);
  loginState.save(merged);
  const { gameId, scope, state, clientCode, callbackUrl, orgId } = merged;
  const attempt = Date.now().toString(36);
  const request = { gameId, scope, state, clientCode, callbackUrl, orgId, attempt };
  redirectTo("/game-redirect", request);
}
