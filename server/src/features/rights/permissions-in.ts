/** What an account may do in one organization: its roles there, its groups' and its platform roles together. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export async function permissionsIn(database: Database, accountId: string, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ permission_key: string }>`
    select distinct p.permission_key from held_roles(${accountId}::uuid, ${organizationId}::uuid) h
    join role_permissions p on p.role_key = h.role_key`.execute(database);
  return rows.map((row) => row.permission_key);
}
