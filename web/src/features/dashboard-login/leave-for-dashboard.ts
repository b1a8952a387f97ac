import { freshness } from "@storyport/contract/limits";
import { ownManifest } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import { getLocale } from "@storyport/texts/runtime";
import { mergeDashboardRequest } from "#/features/login-state/merge-login-state.ts";
import type { Portal } from "#/shell/portal.ts";
import type { DashboardSearch } from "./dashboard-request.ts";
import { dashboardWay, noAccessAddress } from "./dashboard-way.ts";

type Context = Portal & { user: SessionUser };

/** The question for a request from another site, and the address after a yes. */
export interface DashboardQuestion {
  address: string;
  organization: string;
}

/**
 * Leaves for the dashboard, for its no-access page, or for the login to choose an organization. It runs in the browser, because the tab's
 * choice is stored there. If the server demands the question, it stays and returns it (DESIGN A6). It replaces the page, so that Back leads
 * to the page of the choice, and not to the dashboard again. Rejects if the user's organizations cannot be fetched.
 */
export async function leaveForDashboard(context: Context, { asks, ...given }: DashboardSearch): Promise<DashboardQuestion | undefined> {
  const { user, fresh, loginState, currentChoice, settings } = context;
  const state = mergeDashboardRequest(loginState.read(), given);
  const organizations = await fresh.get(ownManifest, freshness.ownManifest);
  const way = dashboardWay({ user, organizations, state, choice: currentChoice.read() });
  switch (way.to) {
    case "noAccess":
      location.replace(noAccessAddress(way.dashboardUrl ?? settings.dashboardUrl, getLocale()));
      return undefined;
    case "login":
      // The login takes a game's number or its key (DESIGN A10).
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
