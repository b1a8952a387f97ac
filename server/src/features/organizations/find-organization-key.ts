import type { Database } from "#/platform/database/connect.ts";

/** Returns the key of an organization, which people read as its name. Throws for a missing organization. */
export async function findOrganizationKey(database: Database, organizationId: string): Promise<string> {
  const { key } = await database.selectFrom("organizations").select("key").where("id", "=", organizationId).executeTakeFirstOrThrow();
  return key;
}
