import { sql } from "kysely";
import type { Permission, Role } from "@storyport/contract/roles";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

interface Holding {
  accountId: string;
  /** The organization that the session is bound to; undefined if it is bound to none. */
  organizationId: string | undefined;
  permission: PermissionKey;
}

/** Lists the account's organizations in which it holds a permission. A session bound to an organization gets at most that organization. */
export async function listOrganizationsHolding(database: Database, { accountId, organizationId, permission }: Holding): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select m.organization_id from organization_members m
    where m.account_id = ${accountId}::uuid
      and (${organizationId ?? null}::uuid is null or m.organization_id = ${organizationId ?? null}::uuid)
      and exists (
        select from held_permissions(m.account_id, m.organization_id) p where p.permission_key = ${permission}
      )
    order by m.organization_id`.execute(database);
  return rows.map((row) => row.organization_id);
}

/** Returns undefined if the organization does not exist. */
export async function findMembership(
  database: Database,
  { accountId, organizationId, permission }: { accountId: string; organizationId: string; permission: PermissionKey },
): Promise<{ is_member: boolean; holds: boolean } | undefined> {
  const { rows } = await sql<{ is_member: boolean; holds: boolean }>`
    select
      exists (select from organization_members m where m.organization_id = o.id and m.account_id = ${accountId}::uuid) as is_member,
      exists (
        select from held_permissions(${accountId}::uuid, o.id) p where p.permission_key = ${permission}
      ) as holds
    from organizations o where o.id = ${organizationId}::uuid`.execute(database);
  return rows[0];
}

export async function listRoles(database: Database): Promise<(Role & { is_assignable: boolean })[]> {
  const { rows } = await sql<Role & { is_assignable: boolean }>`
    select r.key as role_key, r.name as role_name, r.description, r.is_assignable,
      coalesce((select json_agg(p.permission_key order by p.permission_key) from role_permissions p where p.role_key = r.key), '[]')
        as permissions
    from roles r order by r.key`.execute(database);
  return rows;
}

export async function listPermissions(database: Database): Promise<Permission[]> {
  return database
    .selectFrom("permissions")
    .select(["key as permission_key", "name as permission_name", "description"])
    .orderBy("key")
    .execute();
}

export interface Place {
  accountId: string;
  organizationId: string;
}

export async function insertDirectPermissions(
  database: Database,
  { accountId, organizationId, givenBy, permissions }: Place & { givenBy: string; permissions: readonly string[] },
): Promise<void> {
  if (permissions.length === 0) return;
  await sql`
    insert into account_permissions (account_id, organization_id, permission_key, given_by)
    select ${accountId}::uuid, ${organizationId}::uuid, key, ${givenBy}::uuid from unnest(${permissions}::text[]) as key
    on conflict do nothing`.execute(database);
}

export async function deleteDirectPermissions(
  database: Database,
  { accountId, organizationId }: Place,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await sql`
    delete from account_permissions where account_id = ${accountId}::uuid and organization_id = ${organizationId}::uuid
      and permission_key = any(${permissions}::text[])`.execute(database);
}
