import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Makes an account a member of an organization. The organization becomes primary if the account has no primary organization. An existing
 * membership stays unchanged. The caller has locked or just created the account: otherwise the second of two first memberships at once fails.
 */
export async function addOrganizationMember(database: Database, accountId: string, organizationId: string): Promise<void> {
  await addOrganizationMembers(database, [accountId], organizationId);
}

/** Adds several accounts to an organization, like `addOrganizationMember`. */
export async function addOrganizationMembers(database: Database, accountIds: readonly string[], organizationId: string): Promise<void> {
  await sql`
    insert into organization_members (account_id, organization_id, is_primary)
    select given.id, ${organizationId}::uuid,
      not exists (select from organization_members m where m.account_id = given.id and m.is_primary)
    from unnest(${[...accountIds]}::uuid[]) given (id)
    on conflict (account_id, organization_id) do nothing`.execute(database);
}
