import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";

/** What the dashboard asks of the portal: a game, perhaps an organization, perhaps its own state. The rest is dropped. */
export function readDashboardRequest(search: Readonly<Record<string, unknown>>): LoginState {
  return readLoginState({ gameId: search["gameId"], orgId: search["orgId"], state: search["state"] });
}

/** Besides the request, whether the server sent somebody back to be asked. */
export type DashboardSearch = LoginState & { asks?: "true" };

export function readDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  return { ...readDashboardRequest(search), ...(search["asks"] === "true" && { asks: "true" }) };
}
