import { cookieNames } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { mergeDashboardRequest } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import { redirectTo } from "#/shell/redirect.ts";

/**
 * Stores the request of /dashboard-login, and leads to /dashboard-redirect (specification, section 2). A visitor without the user cookie
 * goes to the login first. The address of the login carries the request too, because all tabs share the stored login state.
 */
export function startDashboardLogin({ cookies, loginState }: Pick<Portal, "cookies" | "loginState">, given: LoginState): never {
  const merged = mergeDashboardRequest(loginState.read(), given);
  const { gameId, orgId, state } = merged;
  if (cookies.read(cookieNames.user) === undefined) {
    loginState.save({ ...merged, postLoginPage: "/dashboard-redirect" });
    redirectTo("/login", { ...given, postLoginPage: "/dashboard-redirect" });
  }
  loginState.save(merged);
  redirectTo("/dashboard-redirect", { gameId, orgId, state });
}
