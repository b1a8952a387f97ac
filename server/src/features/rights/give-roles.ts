/** The roles that an account holds directly, in an organization or on the platform. */
import type { Database } from "#/platform/database/connect.ts";

export interface InOrganization {
  accountId: string;
  /** Null for the platform. */
  organizationId: string | null;
}

export async function giveRoles(
  database: Database,
  { accountId, organizationId }: InOrganization,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return;
  await database
    .insertInto("account_roles")
    .values(roles.map((role_key) => ({ account_id: accountId, role_key, organization_id: organizationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the roles that the account held. */
export async function takeRoles(
  database: Database,
  { accountId, organizationId }: InOrganization,
  roles: readonly string[] | "all",
): Promise<string[]> {
  if (roles.length === 0) return [];
  const taken = await database
    .deleteFrom("account_roles")
    .where("account_id", "=", accountId)
    .where("organization_id", organizationId === null ? "is" : "=", organizationId)
    .$if(roles !== "all", (query) => query.where("role_key", "in", roles === "all" ? [] : roles))
    .returning("role_key")
    .execute();
  return taken.map(({ role_key }) => role_key).toSorted();
}
