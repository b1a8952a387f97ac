import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

<<<<<<< HEAD
/** Returns the permissions of an account in one organization: by its roles, its groups' roles, platform roles, and direct permissions. */
=======
/** Lists the permissions of an account in one organization: by its roles, its groups' roles, platform roles, and direct permissions. */
>>>>>>> p10/read3
export async function permissionsIn(database: Database, accountId: string, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ permission_key: string }>`
    select p.permission_key from held_permissions(${accountId}::uuid, ${organizationId}::uuid) p order by p.permission_key`.execute(
    database,
  );
  return rows.map((row) => row.permission_key);
}
