import { cookieNames } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { redirect } from "@tanstack/react-router";
import { mergeLoginState } from "#/features/login-state/merge-login-state.ts";
import type { RouterContext } from "#/router-context.ts";

/**
 * A game sent somebody here to log in (specification, section 2, /game-login). Whoever is logged in goes on to the hand-over, with the
 * request merged into the stored login state; everybody else to the login, which leads to the hand-over as well.
 * The request travels in the address too: session storage is the tab's, but this runs on the server, which sees one cookie for all
 * tabs, and of two games started at once each tab must answer its own.
 */
export function startGameLogin({ cookies, loginState, fresh }: RouterContext, given: LoginState): never {
  if (cookies.read(cookieNames.user) === undefined) {
    fresh.forget();
    throw redirect({ to: "/login", search: { ...given, postLoginPage: "/game-redirect" }, replace: true });
  }
  const merged = mergeLoginState(loginState.read(), given);
  loginState.save(merged);
  const { gameId, scope, state, clientCode, callbackUrl, orgId } = merged;
  const attempt = Date.now().toString(36);
  const request = { gameId, scope, state, clientCode, callbackUrl, orgId, attempt };
  throw redirect({ to: "/game-redirect", search: request, replace: true });
}
