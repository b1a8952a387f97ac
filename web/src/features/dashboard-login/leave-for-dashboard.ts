import { freshness } from "@storyport/contract/limits";
import { ownManifest } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import type { LoginState } from "@storyport/contract/login-state";
import { getLocale } from "@storyport/texts/runtime";
import { mergeDashboardRequest } from "#/features/login-state/merge-login-state.ts";
import type { RouterContext } from "#/router-context.ts";
import { dashboardWay, noAccessAddress } from "./dashboard-way.ts";

type Context = RouterContext & { user: SessionUser };

/**
 * Leaves for the dashboard, for its no-access page, or for the login where an organization has to be chosen. In the browser, where
 * this tab's choice is. The page is replaced, so that "back" leads to where one can choose and not into the dashboard again.
 */
export async function leaveForDashboard(context: Context, given: LoginState): Promise<void> {
  const { user, fresh, loginState, currentChoice, settings } = context;
  const state = mergeDashboardRequest(loginState.read(), given);
  const organizations = await fresh.get(ownManifest, freshness.ownManifest);
  const way = dashboardWay({ user, organizations, state, choice: currentChoice.read() });
  switch (way.to) {
    case "noAccess":
      return location.replace(noAccessAddress(settings.dashboardUrl, getLocale()));
    case "login":
      loginState.save({ ...state, gameId: way.gameKey, postLoginPage: "/dashboard-redirect" });
      // A redirect while the page is being hydrated would put another page in place of the one React expects.
      return location.replace("/login");
    case "dashboard":
      loginState.clear();
      return location.replace(way.address);
  }
}
