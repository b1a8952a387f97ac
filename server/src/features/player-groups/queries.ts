import { sql } from "kysely";
import type { PlayerGroupType, RightsLevel } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface HeldGroup {
  id: string;
  name: string;
  group_type: PlayerGroupType;
  organization_id: string;
  /** Everything held on it: one's own and what one's user groups give. */
  levels: RightsLevel[];
  /** Whether the account may manage players in the group's organization, whatever its session is set to. */
  may_manage: boolean;
}

export interface GroupSearch {
  accountId: string;
  isAdmin: boolean;
  /** The organization the session is set to, if it is. */
  organizationId: string | undefined;
  groupId?: string;
  most: number;
}

/** The groups an account may reach at all: in its own organizations those it holds anything on, an administrator all. */
export async function findHeldGroups(database: Database, search: GroupSearch): Promise<HeldGroup[]> {
  const { accountId, isAdmin, organizationId = null, groupId = null } = search;
  const { rows } = await sql<HeldGroup>`
    select g.id, g.name, g.group_type, g.organization_id, held.levels,
      ${isAdmin}::boolean or exists (
        select from held_roles(${accountId}::uuid, g.organization_id) h
        join role_permissions p on p.role_key = h.role_key and p.permission_key = 'manage_players'
      ) as may_manage
    from player_groups g
    cross join lateral (
      select coalesce(json_agg(r.rights_level), '[]') as levels, count(*) filter (where r.rights_level <> 'NONE') as count
      from (
        select r.rights_level from account_player_group_rights r
        where r.player_group_id = g.id and r.account_id = ${accountId}::uuid
        union all
        select gp.rights_level
        from user_group_members m
        join user_groups u on u.id = m.user_group_id and u.group_type <> 'ARCHIVED' and u.organization_id = g.organization_id
        join user_group_player_groups gp on gp.user_group_id = u.id and gp.player_group_id = g.id
        where m.account_id = ${accountId}::uuid
      ) r
    ) held
    where (${groupId}::uuid is null or g.id = ${groupId}::uuid)
      and (${isAdmin}::boolean or (
        held.count > 0
        and (${organizationId}::uuid is null or g.organization_id = ${organizationId}::uuid)
        and exists (
          select from organization_members m where m.organization_id = g.organization_id and m.account_id = ${accountId}::uuid
        )
      ))
    order by g.name, g.id
    limit ${search.most}`.execute(database);
  return rows;
}
