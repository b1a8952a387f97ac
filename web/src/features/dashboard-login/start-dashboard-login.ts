import { cookieNames } from "@storyport/contract/limits";
import type { LoginState } from "@storyport/contract/login-state";
import { redirect } from "@tanstack/react-router";
import { mergeDashboardRequest } from "#/features/login-state/merge-login-state.ts";
import type { RouterContext } from "#/router-context.ts";

/** As /game-login, but leading to the dashboard (specification, section 2, /dashboard-login). */
export function startDashboardLogin({ cookies, loginState, fresh }: RouterContext, given: LoginState): never {
  const merged = mergeDashboardRequest(loginState.read(), given);
  const { gameId, orgId, state } = merged;
  if (cookies.read(cookieNames.user) === undefined) {
    fresh.forget();
    loginState.save({ ...merged, postLoginPage: "/dashboard-redirect" });
    throw redirect({ to: "/login", search: { ...given, postLoginPage: "/dashboard-redirect" }, replace: true });
  }
  loginState.save(merged);
  throw redirect({ to: "/dashboard-redirect", search: { gameId, orgId, state }, replace: true });
}
