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

/** Never `admin`, and no role with more permissions than the caller has there. */
export const listRolesAndPermissions = defineEndpoint({
  name: "listRolesAndPermissions",
  method: "GET",
  path: "permissions/roles-and-permissions",
  summary: "List the roles and permissions that the caller may give in an organization; without one all permissions",
  example: { query: {} },
  access: { by: "session", permission: "manage_members", scope: "organization" },
  query: z.strictObject({ orgId: z.optional(id) }),
  response: z.object({ roles: z.array(role), permissions: z.array(permission) }),
  refusals: ["errors.notFound"],
});
