/** Roles and permissions (specification, section 6). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { id } from "#/fields.ts";

/** The specification's role and permission. */
export const role = z.object({
  role_key: z.string(),
  role_name: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
});
export type Role = z.infer<typeof role>;

export const permission = z.object({ permission_key: z.string(), permission_name: z.string(), description: z.string() });
export type Permission = z.infer<typeof permission>;

/** Never `admin`, and none that gives more than the caller holds there: nobody grants what they do not hold. */
export const listRolesAndPermissions = defineEndpoint({
  name: "listRolesAndPermissions",
  method: "GET",
  path: "permissions/roles-and-permissions",
  summary: "The roles and permissions one may give in an organization; without one all permissions in words",
  example: { query: {} },
  access: { by: "session", permission: "manage_members", scope: "organization" },
  query: z.strictObject({ orgId: z.optional(id) }),
  response: z.object({ roles: z.array(role), permissions: z.array(permission) }),
  refusals: ["errors.notFound"],
});
