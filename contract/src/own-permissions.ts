/** What the account that is logged in may do (specification, section 6). Of its own file: every page asks, and only some ask for roles. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";

export const listOwnPermissions = defineEndpoint({
  name: "listOwnPermissions",
  method: "GET",
  path: "users/permissions",
  summary: "The permissions of the account that is logged in",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: z.array(z.string()),
  refusals: ["errors.notLoggedIn"],
});
