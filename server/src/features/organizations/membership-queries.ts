/** One membership, and what an account holds by it. */
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

export interface Membership {
  accountId: string;
  organizationId: string;
}

/** In one order, whoever holds whom: two never wait for each other. No stronger than a login, so that a badge can still be issued. */
export async function holdAccounts(transaction: Transaction<Tables>, accountIds: string[]): Promise<void> {
  await transaction.selectFrom("accounts").select("id").where("id", "in", accountIds).orderBy("id").forNoKeyUpdate().execute();
}

export async function findMember(
  database: Database,
  { accountId, organizationId }: Membership,
): Promise<{ is_administrator: boolean } | undefined> {
  const { rows } = await sql<{ is_administrator: boolean }>`
    select exists (select from account_roles r where r.account_id = m.account_id and r.role_key = 'admin') as is_administrator
    from organization_members m
    where m.account_id = ${accountId}::uuid and m.organization_id = ${organizationId}::uuid`.execute(database);
  return rows[0];
}

/** Where it was the primary one, that is now the one the account joined first. */
export async function deleteMembership(database: Database, { accountId, organizationId }: Membership): Promise<void> {
  await database
    .deleteFrom("organization_members")
    .where("account_id", "=", accountId)
    .where("organization_id", "=", organizationId)
    .execute();
  await sql`
    update organization_members m set is_primary = true
    where m.account_id = ${accountId}::uuid
      and m.organization_id = (
        select o.organization_id from organization_members o
        where o.account_id = ${accountId}::uuid order by o.is_primary desc, o.joined_at, o.organization_id limit 1
      )
      and not m.is_primary`.execute(database);
}

/** Answers which they were. */
export async function deleteRolesIn(database: Database, { accountId, organizationId }: Membership): Promise<string[]> {
  const rows = await database
    .deleteFrom("account_roles")
    .where("account_id", "=", accountId)
    .where("organization_id", "=", organizationId)
    .returning("role_key")
    .execute();
  return rows.map(({ role_key }) => role_key).toSorted();
}

/** Answers which they were. */
export async function deletePermissionsIn(database: Database, { accountId, organizationId }: Membership): Promise<string[]> {
  const rows = await database
    .deleteFrom("account_permissions")
    .where("account_id", "=", accountId)
    .where("organization_id", "=", organizationId)
    .returning("permission_key")
    .execute();
  return rows.map(({ permission_key }) => permission_key).toSorted();
}

/** Answers the groups with the rights levels. */
export async function deleteGroupMembershipsIn(
  database: Database,
  { accountId, organizationId }: Membership,
): Promise<[string, RightsLevel][]> {
  const { rows } = await sql<{ id: string; rights_level: RightsLevel }>`
    delete from user_group_members m using user_groups g
    where m.account_id = ${accountId}::uuid and g.id = m.user_group_id and g.organization_id = ${organizationId}::uuid
    returning g.id, m.rights_level`.execute(database);
  return rows.map(({ id, rights_level }) => [id, rights_level]);
}

/** Answers the player groups with the rights levels. */
export async function deleteRightsIn(database: Database, { accountId, organizationId }: Membership): Promise<[string, RightsLevel][]> {
  const { rows } = await sql<{ id: string; rights_level: RightsLevel }>`
    delete from account_player_group_rights r using player_groups g
    where r.account_id = ${accountId}::uuid and g.id = r.player_group_id and g.organization_id = ${organizationId}::uuid
    returning g.id, r.rights_level`.execute(database);
  return rows.map(({ id, rights_level }) => [id, rights_level]);
}

/** Who has a form about the account open is told that it changed: saving it could make it a member again. */
export async function countChange(database: Database, accountId: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}
