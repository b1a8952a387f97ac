/** The caller's permissions (specification, section 6). In its own file, because every page imports it, and few import roles. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";

/** As in the session's user: in its only organization, or in all organizations of the account together. */
export const listOwnPermissions = defineEndpoint({
  name: "listOwnPermissions",
  method: "GET",
  path: "users/permissions",
  summary: "List the caller's permissions",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: z.array(z.string()),
  refusals: ["errors.notLoggedIn"],
});
