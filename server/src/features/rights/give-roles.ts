/** The roles that an account holds directly, in an organization or on the platform. */
import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface InOrganization {
  accountId: string;
  /** Null for the platform. */
  organizationId: string | null;
}

/** Gives roles; roles that the account has already stay. The caller of this function has checked that they may be given. */
export async function giveRoles(
  database: Database,
  { accountId, organizationId }: InOrganization,
  roles: readonly string[],
): Promise<void> {
  await giveRolesTo(database, { accountIds: [accountId], organizationId }, roles);
}

/** Gives roles to several accounts, like `giveRoles`. */
export async function giveRolesTo(
  database: Database,
  { accountIds, organizationId }: { accountIds: readonly string[]; organizationId: string | null },
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return;
  await sql`
    insert into account_roles (account_id, role_key, organization_id)
    select account_id, role_key, ${organizationId}::uuid
    from unnest(${[...accountIds]}::uuid[]) account_id cross join unnest(${[...roles]}::text[]) role_key
    on conflict do nothing`.execute(database);
}

/** Takes some or all roles in the organization or on the platform. Returns the taken roles that the account held, sorted. */
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
