import * as contract from "@storyport/contract/dashboard-login";
import type { AppContext } from "#/context.ts";
import { dashboardRequest, requestSeals } from "#/features/game-login/request-seal.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { isFollowedByProgram } from "#/platform/http/same-origin.ts";
import { openDashboard } from "./open-dashboard.ts";

export function dashboardLoginRoutes(add: AddRoute, context: AppContext): void {
  add(contract.openDashboard, async ({ query: { confirmed, ...access }, caller, request, reply }) => {
    // A seal in the browser proves that the request began at our pages, the dashboard or a typed address. Then the user confirms nothing.
    // Nor does a program, because no link leads it here. Another site cannot send `confirmed`: of a browser's navigations the
    // endpoint accepts those of our own pages alone (DESIGN A15).
    const isSealed = requestSeals(request, reply, context).has(dashboardRequest(access.state));
    const isOwn = isSealed || isFollowedByProgram(request, context.settings.publicUrl);
    return reply.redirect(await openDashboard(context, caller, { ...access, mustConfirm: !isOwn && confirmed === undefined }), 302);
  });
}
