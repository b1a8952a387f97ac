import * as contract from "@storyport/contract/dashboard-login";
import type { AppContext } from "#/context.ts";
import { dashboardRequest, requestSeals } from "#/features/game-login/request-seal.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { openDashboard } from "./open-dashboard.ts";

export function dashboardLoginRoutes(add: AddRoute, context: AppContext): void {
  add(contract.openDashboard, async ({ query: { confirmed, ...access }, caller, request, reply }) => {
    // The browser has a seal of a request that began at our pages or at the dashboard. Such a request needs no question.
    const isOwn = requestSeals(request, reply, context).has(dashboardRequest(access.state));
    return reply.redirect(await openDashboard(context, caller, { ...access, mustConfirm: !isOwn && confirmed === undefined }), 302);
  });
}
