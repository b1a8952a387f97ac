/** Going to the dashboard: a full-page navigation that redirects to it or to its no-access page. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";

/** The page that asks the user first, if a request's origin is unproven (DESIGN A6). */
export const askBeforeDashboard = "/dashboard-redirect";

/**
 * `access` names no permission, because a caller without the permissions for the dashboard is not refused, but redirected to the no-access
 * page. So is a caller who names an unknown game or another organization.
 */
export const openDashboard = defineEndpoint({
  name: "openDashboard",
  method: "GET",
  path: "token/analytics/access",
  summary: "Redirect to the dashboard with a one-time code",
  example: { query: { gameId: "1", orgId: exampleId } },
  access: { by: "session", permission: "none", scope: "organization" },
  changesState: true,
  fromPrograms: "accepted",
  query: z.strictObject({
    /** The game's number or key (DESIGN A10). */
    gameId: text.check(z.minLength(1), z.maxLength(64)),
    orgId: id,
    /** The dashboard's own value, which comes back to it with the code. */
    state: z.optional(text.check(z.maxLength(limits.state.max))),
    /** The user was asked and pressed the button. Only our own pages may send it (DESIGN A15). */
    confirmed: z.optional(z.literal("true")),
  }),
  status: 302,
  refusals: ["errors.notLoggedIn"],
});
