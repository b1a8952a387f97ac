import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";

/** Reads a game, an organization and a state from the address. Ignores all other parameters. */
export function readDashboardRequest(search: Readonly<Record<string, unknown>>): LoginState {
  return readLoginState({ gameId: search["gameId"], orgId: search["orgId"], state: search["state"] });
}

/** The server sets `asks` if a stranger's link may have led here. The page then asks the user before it redirects (DESIGN A6). */
export type DashboardSearch = LoginState & { asks?: "true" };

/** Reads the address of /dashboard-redirect. */
export function readDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  return { ...readDashboardRequest(search), ...(search["asks"] === "true" && { asks: "true" }) };
}
