/**
 * The people who manage an organization as its members. Only this file decides by rights without `held_permissions`, because that function
 * also counts roles of the platform (docs/decisions/0033).
 */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Accounts that manage an organization's members by a right held in it. A role of the platform does not count. */
const ownManagers = (organizationId: string) => sql`
  select m.account_id from organization_members m
  where m.organization_id = ${organizationId}::uuid and (
    exists (
      select from account_roles r join role_permissions p on p.role_key = r.role_key and p.permission_key = 'manage_members'
      where r.account_id = m.account_id and r.organization_id = m.organization_id
    ) or exists (
      select from user_group_members gm
      join user_groups ug on ug.id = gm.user_group_id and ug.organization_id = m.organization_id and ug.group_type <> 'ARCHIVED'
      join user_group_roles gr on gr.user_group_id = ug.id
      join role_permissions p on p.role_key = gr.role_key and p.permission_key = 'manage_members'
      where gm.account_id = m.account_id
    ) or exists (
      select from account_permissions d
      where d.account_id = m.account_id and d.organization_id = m.organization_id and d.permission_key = 'manage_members'
    )
  )`;

/** Returns whether the account manages the organization by a right held in it. */
export async function managesAsMember(
  database: Database,
  { accountId, organizationId }: { accountId: string; organizationId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from (${ownManagers(organizationId)}) own where own.account_id = ${accountId}::uuid`.execute(database);
  return rows.length > 0;
}

interface Manager {
  id: string;
  email: string;
  display_name: string | null;
  default_locale: string;
}

/** Lists all active managers with an address, for letters. */
export async function listOwnManagers(database: Database, organizationId: string): Promise<Manager[]> {
  const { rows } = await sql<Manager>`
    select a.id, a.email, a.display_name, a.default_locale from accounts a
    where a.status = 'ACTIVE' and a.email is not null and a.id in (${ownManagers(organizationId)})
    order by a.id`.execute(database);
  return rows;
}
