import { limits } from "@storyport/contract/limits";
import { sql } from "kysely";
import { openLessonOf } from "#/features/lessons/open-lesson-of.ts";
import type { Database } from "#/platform/database/connect.ts";

/**
 * Ranks groups, and returns the ids of the first. Running lessons come first, then missing or expiring badges, then the latest badge
 * login. Groups of the same rank keep their order. To be fast for a thousand groups, it looks for missing badges only in groups with
 * more players than badges. So it may overlook a student, such as the second student of a shared player. Then only the
 * order differs. It counts each active account with the badge login type as a student, if it still belongs to the school. A class has at
 * most one running lesson, so the join adds no row.
 */
export async function rankClasses(
  database: Database,
  { groupIds, most }: { groupIds: readonly string[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select own.id
    from unnest(${groupIds}::uuid[]) with ordinality own (id, place)
    left join lateral ${openLessonOf(sql`own.id`)} l on l.ends_at > now()
    cross join lateral (
      select count(*) filter (where b.voided_at is null and b.expires_at > now()) as live,
        min(b.expires_at) filter (where b.voided_at is null and b.expires_at > now()) as first_end,
        max(b.last_used_at) as last_used_at
      from badges b where b.player_group_id = own.id
    ) issued
    cross join lateral (
      select case when issued.live < (select count(*) from player_group_players gp where gp.player_group_id = own.id) then exists (
        select from player_group_players gp
        join account_players ap on ap.player_id = gp.player_id
        join accounts a on a.id = ap.account_id and a.status = 'ACTIVE'
        join player_groups g on g.id = gp.player_group_id
        join organization_members m on m.account_id = a.id and m.organization_id = g.organization_id
        join account_login_types t on t.account_id = a.id and t.login_type = 'QRCODE'
        where gp.player_group_id = own.id and not exists (
          select from badges b
          where b.account_id = a.id and b.player_group_id = own.id and b.voided_at is null and b.expires_at > now()
        )
      ) else false end as is_lacking
    ) student
    order by (l.id is not null) desc,
      (student.is_lacking
        or coalesce(issued.first_end <= now() + make_interval(days => ${limits.classOverview.badgeEndsSoonDays}::int), false)) desc,
      issued.last_used_at desc nulls last, own.place
    limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
