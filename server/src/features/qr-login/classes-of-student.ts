import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** SQL for the ids of the classes in which an account plays or has a badge or code. */
export function classesOfStudent(accountId: string): RawBuilder<unknown> {
  return sql`
    select gp.player_group_id from account_players ap join player_group_players gp on gp.player_id = ap.player_id
    where ap.account_id = ${accountId}::uuid
    union all
    select b.player_group_id from badges b where b.account_id = ${accountId}::uuid
    union all
    select c.player_group_id from one_time_codes c where c.account_id = ${accountId}::uuid`;
}
