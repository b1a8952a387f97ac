/** Leaving for the dashboard: a full-page navigation that ends in a redirect, to it or to its no-access page. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";

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
  }),
  status: 302,
  refusals: ["errors.notLoggedIn"],
});
