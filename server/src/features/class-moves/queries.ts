import { sql } from "kysely";
import { isOnlyStudentIn } from "#/features/rights/students.ts";
import type { Database } from "#/platform/database/connect.ts";

export interface StudentToMove {
  accountId: string;
  displayName: string;
  /** The student's players in the class; almost always one. */
  playerIds: string[];
  hasBadge: boolean;
  /** All of these players are in the target class already. */
  isThere: boolean;
  isDeactivated: boolean;
}

/** Lists the students of a class by name, also deactivated students. An archived class has none. Without `toGroupId`, `isThere` is false. */
export async function listStudentsToMove(
  database: Database,
  { fromGroupId, toGroupId = null }: { fromGroupId: string; toGroupId?: string | null | undefined },
): Promise<StudentToMove[]> {
  const { rows } = await sql<StudentToMove>`
    select a.id as "accountId", coalesce(a.display_name, '') as "displayName", array_agg(p.id order by p.id) as "playerIds",
      exists (
        select from badges b
        where b.account_id = a.id and b.player_group_id = g.id and b.voided_at is null and b.expires_at > now()
      ) as "hasBadge",
      bool_and(exists (
        select from player_group_players there where there.player_id = p.id and there.player_group_id = ${toGroupId}::uuid
      )) as "isThere",
      a.status = 'DEACTIVATED' as "isDeactivated"
    from player_groups g
    join player_group_players gp on gp.player_group_id = g.id
    join players p on p.id = gp.player_id and p.organization_id = g.organization_id
    join account_players ap on ap.player_id = p.id
    join accounts a on a.id = ap.account_id and a.status in ('ACTIVE', 'DEACTIVATED')
    join organization_members m on m.account_id = a.id and m.organization_id = g.organization_id
    where g.id = ${fromGroupId}::uuid and g.group_type <> 'ARCHIVED'
      and ${isOnlyStudentIn({ id: sql`a.id`, organizationId: sql`g.organization_id` })}
    group by a.id, g.id order by lower(a.display_name), a.id`.execute(database);
  return rows;
}

export interface PlayerToMove {
  playerId: string;
  playerName: string;
  /** The player is in the target class already. */
  isThere: boolean;
}

/** Lists the players of a class by name, without those whose ids are in `without`. An archived class has none. */
export async function listPlayersToMove(
  database: Database,
  { fromGroupId, toGroupId = null, without }: { fromGroupId: string; toGroupId?: string | null | undefined; without: readonly string[] },
): Promise<PlayerToMove[]> {
  const { rows } = await sql<PlayerToMove>`
    select p.id as "playerId", p.name as "playerName",
      exists (
        select from player_group_players there where there.player_id = p.id and there.player_group_id = ${toGroupId}::uuid
      ) as "isThere"
    from player_groups g
    join player_group_players gp on gp.player_group_id = g.id
    join players p on p.id = gp.player_id and p.organization_id = g.organization_id
    where g.id = ${fromGroupId}::uuid and g.group_type <> 'ARCHIVED' and p.id <> all(${[...without]}::uuid[])
    order by lower(p.name), p.id`.execute(database);
  return rows;
}

/** A lesson whose time is over does not run, even before its end is noted. */
export async function hasRunningLesson(database: Database, groupId: string): Promise<boolean> {
  const { rows } = await sql`
    select from lessons where player_group_id = ${groupId}::uuid and ended_at is null and ends_at > now()`.execute(database);
  return rows.length > 0;
}
