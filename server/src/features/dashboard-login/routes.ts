import { openDashboard } from "@storyport/contract/dashboard-login";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { openDashboard as open } from "./open-dashboard.ts";

export function dashboardLoginRoutes(add: AddRoute, context: AppContext): void {
  add(openDashboard, async ({ query, caller, reply }) => reply.redirect(await open(context, caller, query), 302));
}
