import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Returns the permissions of an account in one organization: by its roles, its groups' roles, platform roles, and direct permissions. */
export async function permissionsIn(database: Database, accountId: string, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ permission_key: string }>`
    select p.permission_key from held_permissions(${accountId}::uuid, ${organizationId}::uuid) p order by p.permission_key`.execute(
    database,
  );
  return rows.map((row) => row.permission_key);
}
