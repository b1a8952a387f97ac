import type { Database } from "#/platform/database/connect.ts";

/** Words that a password must not contain: keys and names of the account's organizations. */
export async function findOrganizationNames(database: Database, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("organization_members as m")
    .innerJoin("organizations as o", "o.id", "m.organization_id")
    .select(["o.key", "o.description"])
    .where("m.account_id", "=", accountId)
    .execute();
  return rows.flatMap(({ key, description }) => [key, description]);
}

/** Returns the organization of an account that is in exactly one. */
export async function findOnlyOrganization(database: Database, accountId: string): Promise<string | undefined> {
  const rows = await database
    .selectFrom("organization_members")
    .select("organization_id")
    .where("account_id", "=", accountId)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.organization_id : undefined;
}
