/** What a caller may give: nothing that the caller does not hold, and never `admin` (DESIGN 8.2). */
import type { Role } from "@storyport/contract/roles";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { permissionsIn } from "./permissions-in.ts";
import { listRoles } from "./queries.ts";
import { isAdministrator } from "./reach.ts";

/** Lists the roles that the caller may give in an organization: the assignable roles whose permissions the caller holds there. */
export async function assignableRoles(database: Database, session: Session, organizationId: string): Promise<Role[]> {
  const roles = await listRoles(database);
  // Undefined for an administrator, who may give every assignable role.
  const held = isAdministrator(session) ? undefined : new Set(await permissionsIn(database, session.accountId, organizationId));
  return roles
    .filter((role) => role.is_assignable && role.permissions.every((permission) => held?.has(permission) ?? true))
    .map(({ is_assignable: _, ...role }) => role);
}

/**
 * Refuses with errors.roleNotAssignable a role that `assignableRoles` does not list: unknown, `admin`, or with more permissions than the
 * caller.
 */
export async function requireAssignable(
  database: Database,
  session: Session,
  { organizationId, roles }: { organizationId: string; roles: readonly string[] },
): Promise<void> {
  if (roles.length === 0) return;
  const assignable = new Set((await assignableRoles(database, session, organizationId)).map(({ role_key }) => role_key));
  if (!roles.every((role) => assignable.has(role))) throw new Refusal("errors.roleNotAssignable");
}
