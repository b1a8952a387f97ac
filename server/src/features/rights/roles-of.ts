import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Returns every role of an account: its own roles, platform roles and its groups' roles. An archived group gives none. */
export async function rolesOf(database: Database, accountId: string): Promise<string[]> {
  return (await rightsOf(database, accountId)).roles;
}

/** Returns every role and permission of an account, in all organizations and on the platform. */
export async function rightsOf(database: Database, accountId: string): Promise<{ roles: string[]; permissions: string[] }> {
  const { rows } = await sql<{ roles: string[]; permissions: string[] }>`
    select held.roles, held.permissions from held_rights(${accountId}::uuid, null) held`.execute(database);
  return rows[0] ?? { roles: [], permissions: [] };
}
