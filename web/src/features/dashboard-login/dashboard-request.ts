import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";

/** Reads the dashboard's request: a game, perhaps an organization and a state. Other parameters are dropped. */
export function readDashboardRequest(search: Readonly<Record<string, unknown>>): LoginState {
  return readLoginState({ gameId: search["gameId"], orgId: search["orgId"], state: search["state"] });
}

/** `asks` is set if the server demands the question first. */
export type DashboardSearch = LoginState & { asks?: "true" };

export function readDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  return { ...readDashboardRequest(search), ...(search["asks"] === "true" && { asks: "true" }) };
}
