/** Permissions given directly to an account in one organization, besides its roles (specification, sections 1 and 4). */
import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { permissionsIn } from "./permissions-in.ts";
import { deleteDirectPermissions, insertDirectPermissions } from "./queries.ts";
import type { Place } from "./queries.ts";

/** Refuses with errors.notAllowed a permission that the caller does not hold in the organization. Always refuses `admin` (DESIGN 8.2). */
async function requireGivablePermissions(
  database: Database,
  session: Session,
  { organizationId, permissions }: { organizationId: string; permissions: readonly string[] },
): Promise<void> {
  if (permissions.length === 0) return;
  const held = await permissionsIn(database, session.accountId, organizationId);
  if (permissions.includes("admin") || !permissions.every((key) => held.includes(key))) throw new Refusal("errors.notAllowed");
}

/** Returns the keys of an account's direct permissions in an organization, sorted. */
export async function listDirectPermissions(database: Database, { accountId, organizationId }: Place): Promise<string[]> {
  const rows = await database
    .selectFrom("account_permissions")
    .select("permission_key")
    .where("account_id", "=", accountId)
    .where("organization_id", "=", organizationId)
    .orderBy("permission_key")
    .execute();
  return rows.map((row) => row.permission_key);
}

/** Removes all direct permissions of an account whose membership ends. Returns the removed permissions. */
export async function takeDirectPermissions(database: Database, { accountId, organizationId }: Place): Promise<string[]> {
  const taken = await database
    .deleteFrom("account_permissions")
    .where("account_id", "=", accountId)
    .where("organization_id", "=", organizationId)
    .returning("permission_key")
    .execute();
  return taken.map((row) => row.permission_key).toSorted();
}

export interface PermissionChange {
  before: string[];
  after: string[];
}

/**
 * Sets the direct permissions of an account in an organization, and records the change. Only added permissions must be the
 * caller's to give (errors.notAllowed). The caller of this function holds the account's lock. Returns undefined if nothing
 * changes.
 */
export async function setDirectPermissions(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { accountId, organizationId, permissions }: Place & { permissions: readonly string[] },
): Promise<PermissionChange | undefined> {
  const place = { accountId, organizationId };
  const before = await listDirectPermissions(transaction, place);
  const after = [...new Set(permissions)].toSorted();
  const added = after.filter((key) => !before.includes(key));
  const removed = before.filter((key) => !after.includes(key));
  if (added.length + removed.length === 0) return undefined;
  await requireGivablePermissions(transaction, caller.session, { organizationId, permissions: added });
  await insertDirectPermissions(transaction, { ...place, givenBy: caller.session.accountId, permissions: added });
  await deleteDirectPermissions(transaction, place, removed);
  await recordEvent(transaction, caller, {
    event: "permissions_set",
    actorId: caller.session.accountId,
    targetId: accountId,
    organizationId,
    details: { permissions: { before, after } },
  });
  return { before, after };
}
