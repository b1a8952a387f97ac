import type { Permission, Role } from "@storyport/contract/roles";
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { assignableRoles } from "./assignable-roles.ts";
import { permissionsIn } from "./permissions-in.ts";
import { listPermissions, listRoles } from "./queries.ts";
import { reachOf, requireReach } from "./reach.ts";

/**
 * Lists the roles and permissions that the caller may give in an organization (specification, section 7). Without an organization: all
 * permissions, also `admin`, which no caller can give. An administrator then gets every assignable role. Other callers get the roles that
 * they may give in any organization within reach; a session bound to an organization reaches only that organization. Refuses an organization
 * as `requireReach` does.
 */
export async function listRolesAndPermissions(
  { database }: AppContext,
  session: Session,
  organizationId: string | undefined,
): Promise<{ roles: Role[]; permissions: Permission[] }> {
  const permissions = await listPermissions(database);
  if (organizationId === undefined) return { roles: await rolesAnywhere(database, session), permissions };
  await requireReach(database, session, { organizationId, permission: "manage_members" });
  const held = await permissionsIn(database, session.accountId, organizationId);
  const givable = permissions.filter(({ permission_key }) => permission_key !== "admin" && held.includes(permission_key));
  return { roles: await assignableRoles(database, session, organizationId), permissions: givable };
}

async function rolesAnywhere(database: AppContext["database"], session: Session): Promise<Role[]> {
  const reach = await reachOf(database, session, "manage_members");
  if (reach === "everywhere") {
    const roles = await listRoles(database);
    return roles.filter(({ is_assignable }) => is_assignable).map(({ is_assignable: _, ...role }) => role);
  }
  const found = new Map<string, Role>();
  for (const organizationId of reach) {
    for (const role of await assignableRoles(database, session, organizationId)) found.set(role.role_key, role);
  }
  return [...found.values()].toSorted((one, other) => one.role_key.localeCompare(other.role_key));
}
