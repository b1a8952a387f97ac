/** What `describe-user.ts` shows of an account. `within` limits it to the organizations that the caller sees. */
import { sql } from "kysely";
import type { AccountStatus, Locale, Provider, RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/** Null means all organizations. */
type Within = readonly string[] | null;

export interface AccountRow {
  id: string;
  version: number;
  email: string | null;
  display_name: string | null;
  status: AccountStatus;
  default_locale: Locale;
  created_at: Date;
  updated_at: Date;
  activated_at: Date | null;
  deactivated_at: Date | null;
  password_expired: boolean;
  has_password: boolean;
  has_second_factor: boolean;
  passkeys: number;
}

export async function findAccount(database: Database, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.version, a.email, a.display_name, a.status, a.default_locale, a.created_at, a.updated_at, a.activated_at, a.deactivated_at,
      a.password_expired, a.password_hash is not null as has_password,
      exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
      (select count(*)::int from passkeys p where p.account_id = a.id) as passkeys
    from accounts a where a.id = ${accountId}::uuid`.execute(database);
  return rows[0];
}

export async function findIdentities(
  database: Database,
  accountId: string,
): Promise<{ provider: Provider; created_at: Date; last_used_at: Date | null }[]> {
  return database
    .selectFrom("account_identities")
    .select(["provider", "created_at", "last_used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
}

interface MembershipRow {
  id: string;
  key: string;
  is_primary: boolean;
  joined_at: Date;
}

export async function findOrganizations(database: Database, accountId: string, within: Within): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select o.id, o.key, m.is_primary, m.joined_at from organization_members m join organizations o on o.id = m.organization_id
    where m.account_id = ${accountId}::uuid and (${within}::uuid[] is null or o.id = any(${within}::uuid[]))
    order by m.is_primary desc, o.key`.execute(database);
  return rows;
}

interface HeldRow {
  role_key: string;
  /** Null for a role of the platform. */
  organization_id: string | null;
  /** The group that gives the role; null for a role held directly. */
  user_group_id: string | null;
}

/**
 * Lists each role with the group that gives it, which `held_rights` does not tell. Platform roles belong to no organization, so a manager
 * of organizations does not see them.
 */
export async function findHeldRoles(database: Database, accountId: string, within: Within): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select h.role_key, h.organization_id, h.user_group_id from (
      select r.role_key, r.organization_id, null::uuid as user_group_id from account_roles r where r.account_id = ${accountId}::uuid
      union all
      select gr.role_key, g.organization_id, g.id from user_group_members m
      join user_groups g on g.id = m.user_group_id and g.group_type <> 'ARCHIVED'
      join user_group_roles gr on gr.user_group_id = g.id
      where m.account_id = ${accountId}::uuid
    ) h
    where ${within}::uuid[] is null or h.organization_id = any(${within}::uuid[])
    order by h.organization_id nulls first, h.role_key, h.user_group_id nulls first`.execute(database);
  return rows;
}

export async function findPermissions(database: Database, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ permission_key: string }>`
    select distinct p.permission_key from role_permissions p where p.role_key = any(${roles}::text[]) order by p.permission_key`.execute(
    database,
  );
  return rows.map((row) => row.permission_key);
}

interface DirectRow {
  permission_key: string;
  organization_id: string;
}

export async function findDirectPermissions(database: Database, accountId: string, within: Within): Promise<DirectRow[]> {
  const { rows } = await sql<DirectRow>`
    select d.permission_key, d.organization_id from account_permissions d
    where d.account_id = ${accountId}::uuid and (${within}::uuid[] is null or d.organization_id = any(${within}::uuid[]))
    order by d.organization_id, d.permission_key`.execute(database);
  return rows;
}

interface GroupRow {
  id: string;
  name: string;
  organization_id: string;
  rights_level: RightsLevel;
}

/** Leaves out archived groups, which give nothing. */
export async function findUserGroups(database: Database, accountId: string, within: Within): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.organization_id, m.rights_level from user_group_members m join user_groups g on g.id = m.user_group_id
    where m.account_id = ${accountId}::uuid and g.group_type <> 'ARCHIVED' and (${within}::uuid[] is null or g.organization_id = any(${within}::uuid[]))
    order by g.name, g.id`.execute(database);
  return rows;
}

/** By name, at most a hundred. */
export async function findPlayers(database: Database, accountId: string, within: Within): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, p.name from account_players ap join players p on p.id = ap.player_id
    where ap.account_id = ${accountId}::uuid and (${within}::uuid[] is null or p.organization_id = any(${within}::uuid[]))
    order by lower(p.name), p.created_at, p.id limit 100`.execute(database);
  return rows;
}
