/** Members as seen from the group. The view from the account is in group-memberships.ts. */
import { sql } from "kysely";
import type { GroupMember } from "@storyport/contract/user-groups";
import type { AccountStatus, RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface MemberSearch {
  groupId: string;
  organizationId: string;
  query: string;
  offset: number;
  limit: number;
  /**
   * Decides which organizations of a member are named: those of the viewer, for an administrator all. A session in one organization sees
   * that organization alone.
   */
  viewer: { accountId: string; organizationId: string | undefined; isAdmin: boolean };
}

/**
 * Returns one page by e-mail address and name, with roles and players of the group's organization. `%` and `_` match literally. `held_roles`
 * would also name roles of the platform, which colleagues do not see.
 */
export async function findGroupMembers(database: Database, search: MemberSearch): Promise<{ members: GroupMember[]; total: number }> {
  const { groupId, organizationId, query, offset, limit, viewer } = search;
  const matching = sql`
    from user_group_members m join accounts a on a.id = m.account_id
    where m.user_group_id = ${groupId}::uuid and a.status <> 'DELETED'
      and (${query} = '' or strpos(a.email, lower(${query})) > 0 or strpos(lower(a.display_name), lower(${query})) > 0)`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(database);
  const isNamed = sql`(${viewer.isAdmin}::boolean or (
    (${viewer.organizationId ?? null}::uuid is null or o.id = ${viewer.organizationId ?? null}::uuid)
    and exists (select from organization_members vm where vm.organization_id = o.id and vm.account_id = ${viewer.accountId}::uuid)
  ))`;
  const { rows } = await sql<GroupMember>`
    select page.id, page.email, page.display_name as "displayName", page.rights_level as "rightsType", page.status as "userStatus",
      (select coalesce(json_agg(t.login_type order by t.login_type), '[]') from account_login_types t where t.account_id = page.id) as "loginTypes",
      (select o.key from organization_members om join organizations o on o.id = om.organization_id
        where om.account_id = page.id and om.is_primary and ${isNamed}) as "primaryOrganization",
      (select coalesce(json_agg(o.key order by o.key), '[]') from organization_members om join organizations o on o.id = om.organization_id
        where om.account_id = page.id and ${isNamed}) as organizations,
      (select coalesce(json_agg(distinct h.role_key), '[]') from (
        select r.role_key from account_roles r where r.account_id = page.id and r.organization_id = ${organizationId}::uuid
        union all
        select gr.role_key from user_group_members gm
        join user_groups g on g.id = gm.user_group_id and g.group_type <> 'ARCHIVED' and g.organization_id = ${organizationId}::uuid
        join user_group_roles gr on gr.user_group_id = g.id
        where gm.account_id = page.id
      ) h) as roles,
      (select coalesce(json_agg(json_build_object('id', p.id, 'displayName', p.name) order by lower(p.name), p.id), '[]')
        from account_players ap join players p on p.id = ap.player_id and p.organization_id = ${organizationId}::uuid
        where ap.account_id = page.id) as players
    from (
      select a.id, a.email, a.display_name, a.status, m.rights_level ${matching}
      order by coalesce(a.email, lower(a.display_name)), a.id limit ${limit} offset ${offset}
    ) page
    order by coalesce(page.email, lower(page.display_name)), page.id`.execute(database);
  return { members: rows, total: counted.rows[0]?.total ?? 0 };
}

export interface AddressedAccount {
  id: string;
  email: string;
  display_name: string | null;
  default_locale: string;
  status: AccountStatus;
  is_member: boolean;
}

/** Finds the account with this e-mail address, and whether it belongs to an organization. Skips erased accounts. */
export async function findByEmail(database: Database, email: string, organizationId: string): Promise<AddressedAccount | undefined> {
  const { rows } = await sql<AddressedAccount>`
    select a.id, a.email, a.display_name, a.default_locale, a.status, exists (
      select from organization_members m where m.account_id = a.id and m.organization_id = ${organizationId}::uuid
    ) as is_member
    from accounts a where a.email = ${email} and a.status <> 'DELETED'`.execute(database);
  return rows[0];
}

interface Membership {
  groupId: string;
  accountId: string;
}

/** Returns false if the account is in the group already; its rights level then stays. */
export async function insertMember(
  database: Database,
  { groupId, accountId, level }: Membership & { level: RightsLevel },
): Promise<boolean> {
  const inserted = await database
    .insertInto("user_group_members")
    .values({ user_group_id: groupId, account_id: accountId, rights_level: level })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the level before, or undefined if the account is not in the group. */
export async function updateMember(
  database: Database,
  { groupId, accountId, level }: Membership & { level: RightsLevel },
): Promise<RightsLevel | undefined> {
  const { rows } = await sql<{ before: RightsLevel }>`
    update user_group_members m set rights_level = ${level}
    from (
      select account_id, rights_level as before from user_group_members
      where user_group_id = ${groupId}::uuid and account_id = ${accountId}::uuid for update
    ) former
    where m.user_group_id = ${groupId}::uuid and m.account_id = former.account_id
    returning former.before`.execute(database);
  return rows[0]?.before;
}

/** Returns the level before, or undefined if the account was not in the group. */
export async function deleteMember(database: Database, { groupId, accountId }: Membership): Promise<RightsLevel | undefined> {
  const deleted = await database
    .deleteFrom("user_group_members")
    .where("user_group_id", "=", groupId)
    .where("account_id", "=", accountId)
    .returning("rights_level")
    .executeTakeFirst();
  return deleted?.rights_level;
}

/**
 * Returns whether the account has had no such letter for a day. The caller must have locked the account, and posts the letter in the same
 * transaction. So of two concurrent calls one returns false.
 */
export async function mayWriteAgain(database: Database, accountId: string, letter: string): Promise<boolean> {
  const recent = await database
    .selectFrom("outbox")
    .select("id")
    .where("account_id", "=", accountId)
    .where("letter", "=", letter)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return recent === undefined;
}
