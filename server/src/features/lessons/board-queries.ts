import { sql } from "kysely";
import type { ChildState, HelpReason } from "@storyport/contract/lessons";
import type { Database } from "#/platform/database/connect.ts";
import { isAhead } from "#/platform/database/is-ahead.ts";
import { openLessonOf } from "./open-lesson-of.ts";
import { lessonColumns } from "./queries.ts";
import type { LessonRow } from "./queries.ts";

export interface ChildRow {
  user_id: string;
  display_name: string;
  state: ChildState;
  /** A time as PostgreSQL writes it in JSON. */
  since: string | null;
  device_name: string | null;
  help: HelpReason | null;
}

export interface DeviceRow {
  id: string;
  name: string;
  user_code: string;
  /** A time as PostgreSQL writes it in JSON. */
  since: string;
}

export interface BoardRow extends LessonRow {
  /** The time of the reading. `now()` would be the beginning of an action's transaction. */
  at: Date;
  /** When the board changes although no row does, because something expires. */
  changes_at: Date | null;
  children: ChildRow[];
  devices: DeviceRow[];
}

/** A refused badge is news for the teacher for this long. */
const helpLasts = sql`interval '10 minutes'`;

/** A child with a new code has been helped. A code that is still unused after this time calls for help again. */
const codeIsNew = sql`interval '5 minutes'`;

/**
 * The accounts that play in the class, if they are active, members of its school, and have the badge login type. `offset` and `limit` make
 * PostgreSQL look them up, instead of reading whole tables.
 */
const students = sql`
      select board.id as lesson_id, board.organization_id, board.player_group_id, board.started_at, board.ended_at, a.id, a.display_name
      from board
      cross join lateral (
        select distinct ap.account_id from player_group_players gp
        cross join lateral (select p.account_id from account_players p where p.player_id = gp.player_id offset 0) ap
        where gp.player_group_id = board.player_group_id
      ) plays
      cross join lateral (
        select a.id, a.display_name from accounts a
        join organization_members m on m.account_id = a.id and m.organization_id = board.organization_id
        join account_login_types t on t.account_id = a.id and t.login_type = 'QRCODE'
        where a.id = plays.account_id and a.status = 'ACTIVE' limit 1
      ) a`;

/** What the rows say about each student. */
const found = sql`
      select a.lesson_id, a.id as user_id, coalesce(a.display_name, '') as display_name, a.ended_at is null as is_running,
        game.created_at as game_at, game.is_alive as is_in_game, game.device_name as game_device,
        door.created_at as door_at, door.device_name as door_device,
        badge.refused_at, code.created_at as code_at,
        code.created_at is not null and code.new_until is null as is_code_old, badge.is_alive as has_badge,
        least(
          case when game.is_alive then game.expires_at end, door.expires_at, code.expires_at, code.new_until,
          badge.refused_at + ${helpLasts}, badge.ends_at
        ) as changes_at
      from students a
      left join lateral (
        select f.created_at, f.device_name, f.expires_at, f.revoked_at is null and f.expires_at > now() as is_alive
        from token_families f where f.lesson_id = a.lesson_id and f.account_id = a.id
        order by is_alive desc, f.created_at desc limit 1
      ) game on true
      left join lateral (
        select s.created_at, s.device_name, s.expires_at from sessions s
        where s.lesson_id = a.lesson_id and s.account_id = a.id and s.expires_at > now()
        union all
        select c.created_at, c.device_name, c.expires_at from game_codes c
        where c.lesson_id = a.lesson_id and c.account_id = a.id and c.consumed_at is null and ${isAhead("c.expires_at")}
        union all
        select c.seated_at, d.name, c.expires_at from device_codes c join devices d on d.id = c.device_id
        where c.lesson_id = a.lesson_id and c.account_id = a.id and c.consumed_at is null and c.refused_at is null and ${isAhead("c.expires_at")}
        order by created_at desc limit 1
      ) door on true
      left join lateral (
        select coalesce(bool_or(b.voided_at is null and b.expires_at > now()), false) as is_alive,
          max(b.expires_at) filter (where b.voided_at is null and b.expires_at > now()) as ends_at,
          max(b.last_refused_at) filter (where b.last_refused_at > greatest(a.started_at, now() - ${helpLasts})) as refused_at
        from badges b where b.account_id = a.id
          -- Only a badge of another class costs the look at its school.
          and (b.player_group_id = a.player_group_id or a.organization_id = (
            select g.organization_id from player_groups g where g.id = b.player_group_id
          ))
      ) badge on true
      left join lateral (
        select c.created_at, c.expires_at, case when c.created_at > now() - ${codeIsNew} then c.created_at + ${codeIsNew} end as new_until
        from one_time_codes c
        where c.account_id = a.id and c.player_group_id = a.player_group_id and c.used_at is null and ${isAhead("c.expires_at")}
          and c.created_at >= a.started_at
        order by c.created_at desc limit 1
      ) code on true`;

/** Derives each child's state from the columns of `found`. A badge refused before the child's last game or last code needs no help. */
const judged = sql`
      select *, case
        when not is_running then case when game_at is null then 'not-yet' else 'left' end
        when is_in_game then 'in-the-game'
        when door_at is not null then 'at-the-door'
        when is_code_old or refused_at > coalesce(greatest(game_at, code_at), '-infinity') then 'needs-help'
        when game_at is not null then 'left'
        when code_at is null and not has_badge then 'needs-help'
        else 'not-yet'
      end as state
      from found`;

/**
 * The devices of the school that wait for a child, if the school has their game and it is in use. Only then may a child be seated. The codes
 * are looked up by device, because PostgreSQL would read the open codes of all schools here too.
 */
const waiting = sql`
      select c.id, d.name, c.user_code, c.created_at as since, c.expires_at,
        coalesce(d.last_player_group_id = board.player_group_id, false) as is_of_class
      from board
      join devices d on d.organization_id = board.organization_id and d.removed_at is null
      cross join lateral (select c.* from device_codes c where c.device_id = d.id offset 0) c
      join organization_games og on og.organization_id = board.organization_id and og.game_id = c.game_id
      join games on games.id = c.game_id and games.retired_at is null
      where board.ended_at is null and c.seated_at is null and c.refused_at is null and c.expires_at > now()`;

/** Reads the lesson, the state of each child and the waiting devices, from rows alone. Returns undefined for a missing lesson. */
export async function readBoardRow(database: Database, lessonId: string): Promise<BoardRow | undefined> {
  const { rows } = await sql<BoardRow>`
    with board as (
      select ${lessonColumns} from lessons l join player_groups g on g.id = l.player_group_id where l.id = ${lessonId}::uuid
    ),
    students as materialized (${students}),
    found as (${found}),
    judged as (${judged}),
    waiting as (${waiting})
    select board.*, clock_timestamp() as at,
      (
        select least(min(changes_at), (select min(expires_at) from waiting), board.ends_at) from judged where board.ended_at is null
      ) as changes_at,
      coalesce((
        select json_agg(
          json_build_object('id', id, 'name', name, 'user_code', user_code, 'since', since) order by is_of_class desc, since, id
        ) from waiting
      ), '[]') as devices,
      coalesce((
        select json_agg(json_build_object(
          'user_id', user_id, 'display_name', display_name, 'state', state,
          'since', case state
            when 'at-the-door' then door_at
            when 'needs-help' then greatest(code_at, refused_at)
            when 'not-yet' then null
            else game_at
          end,
          'device_name', case state when 'at-the-door' then door_device when 'in-the-game' then game_device when 'left' then game_device end,
          'help', case when is_running and state in ('needs-help', 'not-yet', 'left') then
            case
              when code_at > coalesce(refused_at, '-infinity') then 'code-waits'
              when state <> 'needs-help' then null
              when refused_at is not null then 'badge-refused'
              else 'no-badge'
            end
          end
        ) order by lower(display_name), user_id)
        from judged
      ), '[]') as children
    from board`.execute(database);
  return rows[0];
}

export interface HelpNeeded {
  player_group_id: string;
  ends_at: Date;
  need_help: number;
}

/** Counts the children who need help in the running lessons of some classes. A class without a lesson has no row. */
export async function countHelpNeeded(database: Database, playerGroupIds: readonly string[]): Promise<HelpNeeded[]> {
  const { rows } = await sql<HelpNeeded>`
    with board as (
      select ${lessonColumns} from (select distinct unnest(${playerGroupIds}::uuid[]) as id) own
      cross join lateral ${openLessonOf(sql`own.id`)} l join player_groups g on g.id = l.player_group_id
      where l.ends_at > now()
    ),
    students as materialized (${students}),
    found as (${found}),
    judged as (${judged})
    select board.player_group_id, board.ends_at,
      (select count(*)::int from judged j where j.lesson_id = board.id and j.state = 'needs-help') as need_help
    from board`.execute(database);
  return rows;
}
