import { sql } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface UserRow {
  id: string;
  version: number;
  email: string | null;
  display_name: string | null;
  status: AccountStatus;
  /** Means something only while the account is deactivated. */
  deactivated_by_platform: boolean;
  default_locale: string;
  password_expired: boolean;
  has_password: boolean;
  has_identity: boolean;
  is_administrator: boolean;
  login_types: LoginType[];
  organization_ids: string[];
}

export async function findUser(database: Database, userId: string, hold?: "held"): Promise<UserRow | undefined> {
  // By a statement of its own: one that waits for a lock sees other tables as they were before it waited.
  if (hold !== undefined) await database.selectFrom("accounts").select("id").where("id", "=", userId).forUpdate().execute();
  const { rows } = await sql<UserRow>`
    select a.id, a.version, a.email, a.display_name, a.status, a.deactivated_by_platform, a.default_locale, a.password_expired,
      a.password_hash is not null as has_password,
      exists (select from account_identities i where i.account_id = a.id) as has_identity,
      exists (select from account_roles r where r.account_id = a.id and r.role_key = 'admin') as is_administrator,
      array(select t.login_type from account_login_types t where t.account_id = a.id order by t.login_type) as login_types,
      array(select m.organization_id::text from organization_members m where m.account_id = a.id order by m.organization_id) as organization_ids
    from accounts a where a.id = ${userId}::uuid`.execute(database);
  return rows[0];
}

export interface NewUser {
  email: string | null;
  displayName: string | null;
  locale: string;
  isActive: boolean;
}

/** Of two at once with the same e-mail address one gets an id. */
export async function insertUser(database: Database, { email, displayName, locale, isActive }: NewUser): Promise<string | undefined> {
  const inserted = await database
    .insertInto("accounts")
    .values({
      email,
      display_name: displayName,
      default_locale: locale,
      status: isActive ? "ACTIVE" : "CREATED",
      activated_at: isActive ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** Its first organization is the primary one. Somebody who belongs to it already goes on doing so. */
export async function insertMember(database: Database, accountId: string, organizationId: string): Promise<void> {
  await sql`
    insert into organization_members (account_id, organization_id, is_primary)
    select ${accountId}::uuid, ${organizationId}::uuid, not exists (select from organization_members m where m.account_id = ${accountId}::uuid and m.is_primary)
    on conflict do nothing`.execute(database);
}

export async function insertLoginTypes(database: Database, account_id: string, types: readonly LoginType[]): Promise<void> {
  if (types.length === 0) return;
  await database
    .insertInto("account_login_types")
    .values(types.map((login_type) => ({ account_id, login_type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface InOrganization {
  accountId: string;
  /** The platform where it is null. */
  organizationId: string | null;
}

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

export async function insertRoles(
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

export async function deleteRoles(
  database: Database,
  { accountId, organizationId }: InOrganization,
  roles: readonly string[],
): Promise<void> {
  if (roles.length === 0) return;
  await database
    .deleteFrom("account_roles")
    .where("account_id", "=", accountId)
    .where("organization_id", organizationId === null ? "is" : "=", organizationId)
    .where("role_key", "in", roles)
    .execute();
}

/** The groups of an organization that the account is in; archived ones are left as they are. */
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

export async function insertGroupMember(database: Database, account_id: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await database
    .insertInto("user_group_members")
    .values(groupIds.map((user_group_id) => ({ user_group_id, account_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteGroupMember(database: Database, accountId: string, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  await database.deleteFrom("user_group_members").where("account_id", "=", accountId).where("user_group_id", "in", groupIds).execute();
}

export interface UserChange {
  email?: string;
  display_name?: string;
  default_locale?: string;
  password_expired?: boolean;
  password_hash?: null;
  status?: AccountStatus;
  activated_at?: ReturnType<typeof sql<Date>>;
  deactivated_at?: ReturnType<typeof sql<Date>> | null;
  deactivated_by_platform?: boolean;
}

/** Answers whether the account was still in the version that the change was made for. */
export async function updateUser(
  database: Database,
  { id, version }: Pick<UserRow, "id" | "version">,
  change: UserChange,
): Promise<boolean> {
  const updated = await database
    .updateTable("accounts")
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** With what only that way of logging in needs: a password, a connected identity, badges. */
export async function deleteLoginTypes(database: Database, accountId: string, types: readonly LoginType[]): Promise<void> {
  if (types.length === 0) return;
  await database.deleteFrom("account_login_types").where("account_id", "=", accountId).where("login_type", "in", types).execute();
  await sql`delete from account_identities where account_id = ${accountId}::uuid and provider = any(${types}::text[])`.execute(database);
  if (types.includes("PASSWORD")) {
    await database.updateTable("accounts").set({ password_hash: null, password_expired: false }).where("id", "=", accountId).execute();
  }
  if (types.includes("QRCODE")) {
    const now = sql<Date>`now()`;
    await database
      .updateTable("badges")
      .set({ voided_at: now })
      .where("account_id", "=", accountId)
      .where("voided_at", "is", null)
      .execute();
  }
}

/** Nobody logs in by it any more. A browser that knew the account is a stranger again. */
export async function forgetPassword(database: Database, accountId: string): Promise<void> {
  await database.updateTable("accounts").set({ password_hash: null, password_expired: false }).where("id", "=", accountId).execute();
  await database.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}

/**
 * Whether an address may be told once more that an account has another now: three times a day. Who gives it to accounts and takes it
 * away again must not flood it.
 */
export async function mayBeTold(database: Database, email: string): Promise<boolean> {
  const { told } = await database
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("told"))
    .where("recipient", "=", email)
    .where("letter", "=", "emailChanged")
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return told < 3;
}

export async function flagPassword(database: Database, accountId: string): Promise<void> {
  await database.updateTable("accounts").set({ password_expired: true }).where("id", "=", accountId).execute();
}

export interface AdministratorRow {
  email: string | null;
  status: AccountStatus;
  created_at: Date;
}

export async function findAdministrators(database: Database): Promise<AdministratorRow[]> {
  return database
    .selectFrom("accounts as a")
    .innerJoin("account_roles as r", "r.account_id", "a.id")
    .select(["a.email", "a.status", "a.created_at"])
    .where("r.role_key", "=", "admin")
    .orderBy("a.created_at")
    .execute();
}
