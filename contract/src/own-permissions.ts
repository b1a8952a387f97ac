/** The caller's permissions (specification, section 6). In its own file, because every page imports it, and few import roles. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";

/** The permissions in the session's organization. If the session has none, in all organizations of the account together. */
export const listOwnPermissions = defineEndpoint({
  name: "listOwnPermissions",
  method: "GET",
  path: "users/permissions",
  summary: "List the caller's permissions",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: z.array(z.string()),
  refusals: ["errors.notLoggedIn"],
});
