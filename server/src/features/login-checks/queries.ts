import { sql } from "kysely";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";

/** What decides a login of this account in an organization, or outside of all. */
export interface LoginFacts {
  name: string | null;
  status: AccountStatus;
  deactivated_by_platform: boolean;
  password_expired: boolean;
  has_password: boolean;
  login_types: LoginType[];
  /** The providers of connected identities. */
  providers: LoginType[];
  is_member: boolean;
  is_administrator: boolean;
  is_only_student: boolean;
  /** Held by the account itself, in the organization or as a platform role. Roles of user groups do not count. */
  has_student_role: boolean;
  /** Held in the organization. Without an organization: held anywhere. */
  permissions: string[];
  /** The best badge in this organization: not void, then not expired, then of an open class, then the newest. Null without any badge. */
  badge: { is_void: boolean; is_expired: boolean; is_class_archived: boolean; expires_at: string } | null;
  /** Whether the account plays in a class of this organization that is not archived. */
  has_class: boolean;
}

/** Returns undefined for an account that does not exist. */
export async function findLoginFacts(
  database: Database,
  accountId: string,
  organizationId: string | null,
): Promise<LoginFacts | undefined> {
  const organization = sql`${organizationId}::uuid`;
  const { rows } = await sql<LoginFacts>`
    select coalesce(a.display_name, a.email) as name, a.status, a.deactivated_by_platform, a.password_expired,
      a.password_hash is not null as has_password,
      array(select t.login_type from account_login_types t where t.account_id = a.id order by t.login_type) as login_types,
      array(select distinct i.provider from account_identities i where i.account_id = a.id) as providers,
      exists (select from organization_members m where m.account_id = a.id and m.organization_id = ${organization}) as is_member,
      exists (select from held_permissions(a.id, null) p where p.permission_key = 'admin') as is_administrator,
      ${isOnlyStudentIn({ id: sql`a.id`, organizationId: organization })} as is_only_student,
      exists (
        select from account_roles r
        where r.account_id = a.id and r.role_key = 'student' and (r.organization_id is null or r.organization_id = ${organization})
      ) as has_student_role,
      array(select p.permission_key from held_permissions(a.id, ${organization}) p) as permissions,
      (
        select json_build_object(
          'is_void', b.voided_at is not null, 'is_expired', b.expires_at <= now(),
          'is_class_archived', g.group_type = 'ARCHIVED', 'expires_at', b.expires_at
        )
        from badges b join player_groups g on g.id = b.player_group_id
        where b.account_id = a.id and g.organization_id = ${organization}
        order by b.voided_at is null desc, b.expires_at > now() desc, g.group_type <> 'ARCHIVED' desc, b.created_at desc
        limit 1
      ) as badge,
      exists (
        select from account_players ap
        join player_group_players gp on gp.player_id = ap.player_id
        join player_groups g on g.id = gp.player_group_id
        where ap.account_id = a.id and g.organization_id = ${organization} and g.group_type <> 'ARCHIVED'
      ) as has_class
    from accounts a where a.id = ${accountId}::uuid`.execute(database);
  return rows[0];
}

export interface GameFacts {
  game_id: number;
  description: string;
  is_offered: boolean;
  is_retired: boolean;
  login_types: LoginType[];
  required_permissions: string[];
  has_callback: boolean;
}

export interface GamesAsked {
  organizationId: string | null;
  /** One more game. */
  gameId: number | undefined;
  /** Whether that game may be neither public nor offered to the organization. */
  withHidden: boolean;
}

/** Lists the games of an organization that are not retired. Adds one more game if it is asked for, even a retired game. */
export async function listGameFacts(database: Database, { organizationId, gameId, withHidden }: GamesAsked): Promise<GameFacts[]> {
  const { rows } = await sql<GameFacts>`
    select g.id as game_id, g.description, og.game_id is not null as is_offered, g.retired_at is not null as is_retired,
      to_json(g.login_types) as login_types, to_json(g.required_permissions) as required_permissions,
      exists (select from game_callbacks c where c.game_id = g.id) as has_callback
    from games g left join organization_games og on og.game_id = g.id and og.organization_id = ${organizationId}::uuid
    where (og.game_id is not null and g.retired_at is null) or (
      g.id = ${gameId ?? null}::int and (og.game_id is not null or g.is_public or ${withHidden}::boolean)
    )
    order by g.id`.execute(database);
  return rows;
}

interface CheckedOrganization {
  id: string;
  organization_key: string;
}

/** Lists the account's organizations: its primary organization first, then by key. `within`: only these; null for all. */
export async function listOrganizationsOf(
  database: Database,
  accountId: string,
  within: readonly string[] | null,
): Promise<CheckedOrganization[]> {
  const { rows } = await sql<CheckedOrganization>`
    select o.id, o.key as organization_key from organization_members m join organizations o on o.id = m.organization_id
    where m.account_id = ${accountId}::uuid and (${within}::uuid[] is null or o.id = any(${within}::uuid[]))
    order by m.is_primary desc, o.key`.execute(database);
  return rows;
}

export async function findOrganization(database: Database, organizationId: string): Promise<CheckedOrganization | undefined> {
  return database.selectFrom("organizations").select(["id", "key as organization_key"]).where("id", "=", organizationId).executeTakeFirst();
}

/**
 * Lists the organizations in which a student plays in one of these classes. It also finds a child with an additional role. A child's
 * account has no address.
 */
export async function listOrganizationsOfStudent(database: Database, accountId: string, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.organization_id as id
    from account_players ap
    join player_group_players gp on gp.player_id = ap.player_id
    join player_groups g on g.id = gp.player_group_id
    where ap.account_id = ${accountId}::uuid and g.id = any(${[...groupIds]}::uuid[])
      and (${isOnlyStudentIn({ id: sql`ap.account_id`, organizationId: sql`g.organization_id` })} or exists (
        select from accounts a join account_roles r on r.account_id = a.id and r.role_key = 'student' and r.organization_id = g.organization_id
        where a.id = ap.account_id and a.email is null
      ))`.execute(database);
  return rows.map(({ id }) => id);
}

export async function isAdministratorAccount(database: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from held_permissions(${accountId}::uuid, null) p where p.permission_key = 'admin'`.execute(database);
  return rows.length > 0;
}

/** Lists the classes that a student plays in, archived classes included. */
export async function listClassesOf(database: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct gp.player_group_id as id from account_players ap join player_group_players gp on gp.player_id = ap.player_id
    where ap.account_id = ${accountId}::uuid`.execute(database);
  return rows.map(({ id }) => id);
}

export interface AttemptRow {
  at: Date;
  event: string;
  request_id: string | null;
  details: Record<string, unknown>;
}

export interface AttemptSearch {
  accountId: string;
  events: readonly string[];
  /** Only events of these organizations; null for all. */
  within: readonly string[] | null;
  /** Also events without an organization. */
  withUnbound: boolean;
  most: number;
}

/** Lists the newest events of these kinds about an account. */
export async function listAttempts(
  database: Database,
  { accountId, events, within, withUnbound, most }: AttemptSearch,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select e.at, e.event, e.request_id, e.details from audit_events e
    where e.target_id = ${accountId}::uuid and e.event = any(${[...events]}::text[])
      and (${within}::uuid[] is null or e.organization_id = any(${within}::uuid[]) or (${withUnbound} and e.organization_id is null))
    order by e.id desc limit ${sql.lit(most)}`.execute(database);
  return rows;
}
