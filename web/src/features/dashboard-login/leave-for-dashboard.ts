import { freshness } from "@storyport/contract/limits";
import { ownManifest } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import { getLocale } from "@storyport/texts/runtime";
import { mergeDashboardRequest } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import type { DashboardSearch } from "./dashboard-request.ts";
import { dashboardWay, noAccessAddress } from "./dashboard-way.ts";

type Context = Portal & { user: SessionUser };

/** What is asked where a request came from another site, and where a yes leads. */
export interface DashboardQuestion {
  address: string;
  organization: string;
}

/**
 * Leaves for the dashboard, for its no-access page, or for the login where an organization has to be chosen. In the browser, where
 * this tab's choice is; or stays to ask, where the server said so (DESIGN A6). The page is replaced, so that "back" leads to where one can choose and not into the dashboard again.
 */
export async function leaveForDashboard(context: Context, { asks, ...given }: DashboardSearch): Promise<DashboardQuestion | undefined> {
  const { user, fresh, loginState, currentChoice, settings } = context;
  const state = mergeDashboardRequest(loginState.read(), given);
  const organizations = await fresh.get(ownManifest, freshness.ownManifest);
  const way = dashboardWay({ user, organizations, state, choice: currentChoice.read() });
  switch (way.to) {
    case "noAccess":
      location.replace(noAccessAddress(settings.dashboardUrl, getLocale()));
      return undefined;
    case "login":
      loginState.save({ ...state, gameId: way.gameKey, postLoginPage: "/dashboard-redirect" });
      location.replace("/login");
      return undefined;
    case "dashboard":
      if (asks !== undefined) return { address: `${way.address}&confirmed=true`, organization: way.organization };
      loginState.clear();
      location.replace(way.address);
      return undefined;
  }
}
