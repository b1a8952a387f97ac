import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { limits } from "@storyport/contract/limits";
import type { ListedUserGroup } from "@storyport/contract/user-groups";
import type { RightsLevel, UserGroupType } from "@storyport/contract/vocabulary";
import { ownerLevels } from "#/features/rights/levels.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Fits, SearchedTable } from "#/platform/database/search.ts";

export interface GroupRow {
  id: string;
  version: number;
  name: string;
  group_type: UserGroupType;
  /** For an archived group: it was hidden before, and will be again when it is restored. */
  was_hidden: boolean;
  organization_id: string;
  organization_key: string;
}

/** Finds a group, hidden and archived groups too. `held` locks it until the transaction ends. */
export async function findGroup(database: Database, userGroupId: string, hold?: "held"): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.version, g.name, g.group_type, g.was_hidden, g.organization_id, o.key as organization_key
    from user_groups g join organizations o on o.id = g.organization_id
    where g.id = ${userGroupId}::uuid ${hold === undefined ? sql`` : sql`for update of g`}`.execute(database);
  return rows[0];
}

/**
 * Locks the group against changes until the transaction ends; others may hold it in the same way. Returns false if it has another
 * version by now, or is archived.
 */
export async function holdGroup(database: Database, { id, version }: Pick<GroupRow, "id" | "version">): Promise<boolean> {
  const { rows } = await sql`
    select id from user_groups where id = ${id}::uuid and version = ${version}::int and group_type <> 'ARCHIVED' for share`.execute(
    database,
  );
  return rows.length > 0;
}

/**
 * Locks those groups that are in the organization and not archived until the transaction ends. Their roles and rights stay as they are too,
 * because an edit locks the group first. Locks in id order to avoid deadlocks. A caller that also locks an account must lock it first, or
 * share the groups as this function does.
 */
export async function holdGroupsOf(database: Database, organizationId: string, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from user_groups
    where id = any(${groupIds}::uuid[]) and organization_id = ${organizationId}::uuid and group_type <> 'ARCHIVED'
    order by id for share`.execute(database);
  return rows.map(({ id }) => id);
}

export interface GroupFilter {
  /** The organizations whose groups are visible, and those whose hidden and archived groups are visible too. */
  seen: Reach;
  managed: Reach;
  /** Only these groups, in this order. */
  ids?: readonly string[];
}

/** More than a page can show. Beyond it callers select one organization. */
const most = 1000;

type DescribedRow = Omit<ListedUserGroup, "created" | "membersInfo"> & {
  created_at: Date;
  member_count: number;
  group_managers: string[];
};

/** Hidden and archived groups are visible only in managed organizations. */
function isSeen({ seen, managed }: Pick<GroupFilter, "seen" | "managed">): RawBuilder<unknown> {
  const within = (reach: Reach) => (reach === "everywhere" ? sql`true` : sql`g.organization_id = any(${reach}::uuid[])`);
  return sql`(${within(seen)} and (g.group_type = 'REGULAR' or ${within(managed)}))`;
}

/**
 * Searches by the names of the group, its organization and its owners. A caller who sees some organizations reads only their
 * groups, however many people elsewhere match. The time taken therefore reveals nothing about other organizations.
 */
export function searchedUserGroups(filter: Pick<GroupFilter, "seen" | "managed">): SearchedTable {
  return {
    from: sql`user_groups g`,
    alias: "g",
    key: sql`lower(g.name)`,
    first: sql`(g.group_type = 'ARCHIVED')`,
    searched: isSeen(filter),
    ...(filter.seen === "everywhere" ? { alsoFound: groupsAround } : { alsoFits: isAround }),
  };
}

const called = sql`lower(coalesce(a.display_name, a.email))`;

function groupsAround(fits: Fits): RawBuilder<unknown>[] {
  return [
    sql`select og.id from organizations o join user_groups og on og.organization_id = o.id where ${fits(sql`lower(o.key)`)}`,
    sql`select m.user_group_id from accounts a join user_group_members m on m.account_id = a.id
      where m.rights_level = any(${ownerLevels}::text[]) and ${fits(called)}`,
  ];
}

/** Scalar subselects, not `exists`. PostgreSQL may evaluate `exists` for all groups at once, over all people. */
function isAround(fits: Fits): RawBuilder<unknown>[] {
  return [
    sql`(select ${fits(sql`lower(o.key)`)} from organizations o where o.id = g.organization_id)`,
    sql`coalesce((
      select true from user_group_members m join accounts a on a.id = m.account_id
      where m.user_group_id = g.id and m.rights_level = any(${ownerLevels}::text[]) and ${fits(called)} limit 1
    ), false)`,
  ];
}

/**
 * Lists at most a thousand groups by name, archived groups last. The creator is named only to administrators, or if the creator belongs to
 * the organization. Names at most twenty owners and twenty player groups of each group, so that the list stays small.
 */
export async function listGroups(database: Database, { seen, managed, ids }: GroupFilter): Promise<DescribedRow[]> {
  const { rows } = await sql<DescribedRow>`
    select g.id, g.name as "groupName", g.group_type as "groupType", g.organization_id as "organizationId", g.created_at,
      (select o.key from organizations o where o.id = g.organization_id) as "organizationKey",
      (select coalesce(a.display_name, a.email) from accounts a where a.id = g.created_by and (${managed === "everywhere"}::boolean or exists (
        select from organization_members om where om.account_id = a.id and om.organization_id = g.organization_id
      ))) as "createdBy",
      (select coalesce(json_agg(json_build_object('id', named.id, 'groupName', named.name) order by lower(named.name), named.id), '[]') from (
        select p.id, p.name
        from user_group_player_groups r join player_groups p on p.id = r.player_group_id and p.group_type <> 'ARCHIVED'
        where r.user_group_id = g.id and r.rights_level <> 'NONE'
        order by lower(p.name), p.id limit ${limits.list.namedOfUserGroup}
      ) named) as "playerGroups",
      (select count(*)::int from user_group_members m where m.user_group_id = g.id) as member_count,
      (select coalesce(json_agg(owner.name order by owner.name), '[]') from (
        select coalesce(a.display_name, a.email) as name from user_group_members m join accounts a on a.id = m.account_id
        where m.user_group_id = g.id and m.rights_level = any(${ownerLevels}::text[]) and coalesce(a.display_name, a.email) is not null
        order by 1 limit ${limits.list.namedOfUserGroup}
      ) owner) as group_managers,
      (select coalesce(json_agg(r.role_key order by r.role_key), '[]') from user_group_roles r where r.user_group_id = g.id) as roles,
      (select coalesce(json_agg(distinct p.permission_key), '[]')
        from user_group_roles r join role_permissions p on p.role_key = r.role_key where r.user_group_id = g.id) as permissions
    from user_groups g
    where ${isSeen({ seen, managed })} and ${ids === undefined ? sql`true` : sql`g.id = any(${ids}::uuid[])`}
    order by ${ids === undefined ? sql`` : sql`array_position(${ids}::uuid[], g.id), `}g.group_type = 'ARCHIVED', lower(g.name), g.id
    limit ${most}`.execute(database);
  return rows;
}

export async function insertGroup(database: Database, group: { name: string; organizationId: string; createdBy: string }): Promise<string> {
  const { id } = await database
    .insertInto("user_groups")
    .values({ name: group.name, organization_id: group.organizationId, created_by: group.createdBy })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface GroupChange {
  name: string;
  group_type: UserGroupType;
  was_hidden: boolean;
}

/** Returns false if the group has another version by now. */
export async function updateUserGroup(
  database: Database,
  { id, version }: Pick<GroupRow, "id" | "version">,
  change: GroupChange,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("user_groups")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The caller of this function has locked the group, or has just created it. */
export async function replaceRoles(database: Database, user_group_id: string, roles: readonly string[]): Promise<void> {
  await database.deleteFrom("user_group_roles").where("user_group_id", "=", user_group_id).execute();
  if (roles.length === 0) return;
  await database
    .insertInto("user_group_roles")
    .values(roles.map((role_key) => ({ user_group_id, role_key })))
    .execute();
}

/** The caller of this function has locked the group, or has just created it. */
export async function replaceRights(database: Database, user_group_id: string, rights: ReadonlyMap<string, RightsLevel>): Promise<void> {
  await database.deleteFrom("user_group_player_groups").where("user_group_id", "=", user_group_id).execute();
  if (rights.size === 0) return;
  await database
    .insertInto("user_group_player_groups")
    .values([...rights].map(([player_group_id, rights_level]) => ({ user_group_id, player_group_id, rights_level })))
    .execute();
}

export interface GroupRight {
  playerGroupId: string;
  groupName: string;
  rightsType: RightsLevel;
  is_archived: boolean;
}

/** Lists the group's rights on player groups, archived groups included. A right of level NONE is none. */
export async function listRightsOf(database: Database, userGroupId: string): Promise<GroupRight[]> {
  const { rows } = await sql<GroupRight>`
    select p.id as "playerGroupId", p.name as "groupName", r.rights_level as "rightsType", p.group_type = 'ARCHIVED' as is_archived
    from user_group_player_groups r join player_groups p on p.id = r.player_group_id
    where r.user_group_id = ${userGroupId}::uuid and r.rights_level <> 'NONE'
    order by lower(p.name), p.id`.execute(database);
  return rows;
}

export async function listRolesOf(database: Database, userGroupId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("user_group_roles")
    .select("role_key")
    .where("user_group_id", "=", userGroupId)
    .orderBy("role_key")
    .execute();
  return rows.map((row) => row.role_key);
}

/** Counts how many of these player groups the organization has, archived groups included. */
export async function countPlayerGroupsIn(database: Database, organizationId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from player_groups
    where organization_id = ${organizationId}::uuid and id = any(${ids}::uuid[])`.execute(database);
  return rows[0]?.count ?? 0;
}
