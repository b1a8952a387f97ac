import { sql } from "kysely";
import type { PlayerGroupType, RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { SearchedTable } from "#/platform/database/search.ts";

export interface HeldGroup {
  id: string;
  name: string;
  group_type: PlayerGroupType;
  organization_id: string;
  /** Each level that the account holds on the group, once. */
  levels: RightsLevel[];
}

export interface GroupSearch {
  accountId: string;
  /** Whether to find every group. */
  isAdmin: boolean;
  /** One organization; if undefined, all within the account's reach. */
  within: string | undefined;
  /** Only these, in this order. */
  groupIds?: readonly string[];
  /** Leaves out archived groups, before `most` counts. */
  withoutArchived?: boolean;
  most: number;
}

/**
 * Finds the groups on which an account holds any right, archived groups included unless left out. An administrator finds all. `held_levels`
 * includes the rights of administrators. `own_levels` leaves them out, so that the planner does not expect all groups.
 */
export async function findHeldGroups(database: Database, search: GroupSearch): Promise<HeldGroup[]> {
  const { accountId, isAdmin, within = null, groupIds = null, withoutArchived = false } = search;
  const { rows } = await sql<HeldGroup>`
    select g.id, g.name, g.group_type, g.organization_id, held.levels
    from (
      select l.player_group_id, json_agg(distinct l.rights_level) as levels
      from ${isAdmin ? sql`held_levels` : sql`own_levels`}(${accountId}::uuid, ${within}::uuid) l
      ${groupIds === null ? sql`` : sql`where l.player_group_id = any(${groupIds}::uuid[])`}
      group by l.player_group_id
    ) held
    join player_groups g on g.id = held.player_group_id ${withoutArchived ? sql`and g.group_type <> 'ARCHIVED'` : sql``}
    order by ${groupIds === null ? sql`` : sql`array_position(${groupIds}::uuid[], g.id), `}g.name, g.id
    limit ${search.most}`.execute(database);
  return rows;
}

interface HeldGroupIds {
  accountId: string;
  isAdmin: boolean;
  within: string | undefined;
  /** Without it, every group. */
  most: number | undefined;
}

/** Lists the groups on which an account holds any right, by name, without archived groups. */
export async function listHeldGroupIds(database: Database, { accountId, isAdmin, within, most }: HeldGroupIds): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id
    from ${isAdmin ? sql`held_levels` : sql`own_levels`}(${accountId}::uuid, ${within ?? null}::uuid) l
    join player_groups g on g.id = l.player_group_id
    where g.group_type <> 'ARCHIVED'
    group by g.id
    order by g.name, g.id
    limit ${most ?? null}::int`.execute(database);
  return rows.map(({ id }) => id);
}

export interface SearchedPlayerGroups {
  accountId: string;
  /** Whether to search every group, without a lookup of rights. */
  isAdmin: boolean;
  within: string | undefined;
  archived: "hidden" | "shown" | "only";
}

/** The search over the groups that `findHeldGroups` finds. */
export function searchedPlayerGroups({ accountId, isAdmin, within, archived }: SearchedPlayerGroups): SearchedTable {
  const place = sql`${within ?? null}::uuid`;
  const types = { hidden: sql`g.group_type <> 'ARCHIVED'`, shown: sql`true`, only: sql`g.group_type = 'ARCHIVED'` };
  const isHeld = isAdmin
    ? sql`(${place} is null or g.organization_id = ${place})`
    : // Pass the ids as an array. The planner cannot guess how many groups an account holds, and would scan all of them.
      sql`g.id = any(array(select l.player_group_id from own_levels(${accountId}::uuid, ${place}) l))`;
  return { from: sql`player_groups g`, alias: "g", key: sql`lower(g.name)`, searched: sql`${types[archived]} and ${isHeld}` };
}

export interface GroupDetailsRow {
  id: string;
  version: number;
  name: string;
  groupType: PlayerGroupType;
  /** A field of the specification that the portal never sets. */
  isShared: boolean;
  organization: { id: string; organization_key: string };
  created_at: Date;
  players: { id: string; playerName: string; excludedFromAnalysis: boolean }[];
}

/** Finds a group in any state, with its players by name. The caller has checked the right. */
export async function findGroupDetails(database: Database, groupId: string): Promise<GroupDetailsRow | undefined> {
  const { rows } = await sql<GroupDetailsRow>`
    select g.id, g.version, g.name, g.group_type as "groupType", g.is_shared as "isShared", g.created_at,
      json_build_object('id', o.id, 'organization_key', o.key) as organization,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'playerName', p.name, 'excludedFromAnalysis', p.excluded_from_analysis)
          order by lower(p.name), p.id)
        from player_group_players gp
        join players p on p.id = gp.player_id and p.organization_id = g.organization_id
        where gp.player_group_id = g.id
      ), '[]') as players
    from player_groups g join organizations o on o.id = g.organization_id
    where g.id = ${groupId}::uuid`.execute(database);
  return rows[0];
}

export interface GroupRight {
  accountId?: string;
  userGroupId?: string;
  holder: string;
  rightsType: RightsLevel;
}

/**
 * Lists people first, then user groups. Leaves out level NONE, deleted accounts, archived user groups, and hidden groups without
 * `hiddenToo`.
 */
export async function listGroupRights(database: Database, groupId: string, { hiddenToo }: { hiddenToo: boolean }): Promise<GroupRight[]> {
  const { rows } = await sql<{ right: GroupRight }>`
    select json_strip_nulls(json_build_object('accountId', account_id, 'userGroupId', user_group_id, 'holder', holder, 'rightsType', level))
      as right
    from (
      select r.account_id, null::uuid as user_group_id, coalesce(a.email, a.display_name, a.id::text) as holder, r.rights_level as level
      from account_player_group_rights r join accounts a on a.id = r.account_id
      where r.player_group_id = ${groupId}::uuid and r.rights_level <> 'NONE' and a.status <> 'DELETED'
      union all
      select null, u.id, u.name, r.rights_level
      from user_group_player_groups r join user_groups u on u.id = r.user_group_id
      where r.player_group_id = ${groupId}::uuid and r.rights_level <> 'NONE'
        and (u.group_type = 'REGULAR' or (u.group_type = 'HIDDEN' and ${hiddenToo}::boolean))
    ) held
    order by user_group_id is not null, lower(holder), holder`.execute(database);
  return rows.map((row) => row.right);
}

/** Inserts a group. Its creator gets OWNER as a member of the organization; an administrator who is no member gets no right. */
export async function insertPlayerGroup(
  database: Database,
  { name, organizationId, ownerId }: { name: string; organizationId: string; ownerId: string },
): Promise<string> {
  const { id } = await database
    .insertInto("player_groups")
    .values({ name, organization_id: organizationId, created_by: ownerId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("account_player_group_rights")
    .columns(["account_id", "player_group_id", "rights_level"])
    .expression((from) =>
      from
        .selectFrom("organization_members")
        .select(["account_id", sql<string>`${id}::uuid`.as("player_group_id"), sql<RightsLevel>`'OWNER'`.as("rights_level")])
        .where("account_id", "=", ownerId)
        .where("organization_id", "=", organizationId)
        // The lock waits for a removal of this membership, so that a removed member is not found.
        .forKeyShare(),
    )
    .execute();
  return id;
}

export interface GroupChange {
  groupId: string;
  version: number;
  name: string | undefined;
  archived: boolean | undefined;
}

/** Archiving twice keeps the type to restore. */
const archiving = {
  type_before: sql<Exclude<PlayerGroupType, "ARCHIVED">>`case when group_type = 'ARCHIVED' then type_before else group_type end`,
  group_type: "ARCHIVED" as const,
};

const restoring = { group_type: sql<PlayerGroupType>`case when group_type = 'ARCHIVED' then type_before else group_type end` };

/** Returns false if the group has another version by now. */
export async function updatePlayerGroup(database: Database, { groupId, version, name, archived }: GroupChange): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("player_groups")
    .set({
      version: sql<number>`version + 1`,
      ...(name === undefined ? {} : { name }),
      ...(archived === undefined ? {} : archived ? archiving : restoring),
    })
    .where("id", "=", groupId)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The caller holds the groups. Raises their versions, so that an open form learns of it. */
export async function renamePlayerGroups(database: Database, groups: readonly { id: string; name: string }[]): Promise<void> {
  await sql`
    update player_groups g set version = g.version + 1, name = given.name
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as given (id uuid, name text)
    where g.id = given.id`.execute(database);
}

/** The caller holds the group. Raises its version, so that an open form learns of it. */
export async function archivePlayerGroup(database: Database, groupId: string): Promise<void> {
  await database
    .updateTable("player_groups")
    .set({ version: sql<number>`version + 1`, ...archiving })
    .where("id", "=", groupId)
    .execute();
}
