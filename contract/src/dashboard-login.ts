/** Leaving for the dashboard: a full-page navigation that ends in a redirect, to it or to its no-access page. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";

/** Where a person is asked first: a request of which nobody knows where it came from (DESIGN A6). */
export const askBeforeDashboard = "/dashboard-redirect";

/** No permission of its own: who lacks one is led to the no-access page instead of being refused. */
export const openDashboard = defineEndpoint({
  name: "openDashboard",
  method: "GET",
  path: "token/analytics/access",
  summary: "Redirect to the dashboard with a one-time code",
  example: { query: { gameId: "1", orgId: exampleId } },
  access: { by: "session", permission: "none", scope: "organization" },
  changesState: true,
  query: z.strictObject({
    /** The game's number or its key: both are accepted (DESIGN A10). */
    gameId: text.check(z.minLength(1), z.maxLength(64)),
    orgId: id,
    state: z.optional(text.check(z.maxLength(limits.state.max))),
    /** The person was asked, and pressed the button. Only our own pages lead here at all (DESIGN A15). */
    confirmed: z.optional(z.literal("true")),
  }),
  status: 302,
  refusals: ["errors.notLoggedIn"],
});
