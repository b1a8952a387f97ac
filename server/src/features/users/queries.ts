import { sql } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import type { InOrganization } from "#/features/rights/give-roles.ts";
import type { Database } from "#/platform/database/connect.ts";

export interface UserRow {
  id: string;
  version: number;
  email: string | null;
  display_name: string | null;
  status: AccountStatus;
  /** An administrator deactivated the account, so only an administrator can reactivate it. */
  deactivated_by_platform: boolean;
  default_locale: string;
  password_expired: boolean;
  /** After the owner's first login a school can only propose another address (DESIGN A26). */
  has_logged_in: boolean;
  has_password: boolean;
  has_identity: boolean;
  is_administrator: boolean;
  login_types: LoginType[];
  organization_ids: string[];
}

/** Finds deleted accounts too. */
export async function findUser(database: Database, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select a.id, a.version, a.email, a.display_name, a.status, a.deactivated_by_platform, a.default_locale, a.password_expired,
      a.first_logged_in_at is not null as has_logged_in, a.password_hash is not null as has_password,
      exists (select from account_identities i where i.account_id = a.id) as has_identity,
      exists (select from account_roles r where r.account_id = a.id and r.role_key = 'admin') as is_administrator,
      array(select t.login_type from account_login_types t where t.account_id = a.id order by t.login_type) as login_types,
      array(select m.organization_id::text from organization_members m where m.account_id = a.id order by m.organization_id) as organization_ids
    from accounts a where a.id = ${userId}::uuid`.execute(database);
  return rows[0];
}

/** Lists the roles that were given to the account itself. Roles by groups are missing. */
export async function findRoles(database: Database, { accountId, organizationId }: InOrganization): Promise<string[]> {
  const rows = await database
    .selectFrom("account_roles")
    .select("role_key")
    .where("account_id", "=", accountId)
    .where("organization_id", organizationId === null ? "is" : "=", organizationId)
    .orderBy("role_key")
    .execute();
  return rows.map((row) => row.role_key);
}

/** Returns the account's groups in an organization. Leaves out archived groups, so that edits keep them. */
export async function findGroupIds(database: Database, accountId: string, organizationId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("user_group_members as m")
    .innerJoin("user_groups as g", "g.id", "m.user_group_id")
    .select("g.id")
    .where("m.account_id", "=", accountId)
    .where("g.organization_id", "=", organizationId)
    .where("g.group_type", "<>", "ARCHIVED")
    .orderBy("g.id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface AdministratorRow {
  email: string | null;
  status: AccountStatus;
  created_at: Date;
}

/** Lists the administrators in every status, oldest first. */
export async function findAdministrators(database: Database): Promise<AdministratorRow[]> {
  return database
    .selectFrom("accounts as a")
    .innerJoin("account_roles as r", "r.account_id", "a.id")
    .select(["a.email", "a.status", "a.created_at"])
    .where("r.role_key", "=", "admin")
    .orderBy("a.created_at")
    .execute();
}
