/** One membership, and the rights that an account holds through it. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface Membership {
  accountId: string;
  organizationId: string;
}

/** Returns undefined if the account is no member. */
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

/** If it was the primary organization, the organization joined first becomes primary. */
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
