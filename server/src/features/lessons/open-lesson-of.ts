import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * Looks up the lesson of one class that has not been ended, for a `lateral` join. PostgreSQL expects few running lessons, because its
 * statistics are older than all of them. Without `offset 0` it would read all running lessons of the platform instead.
 */
export function openLessonOf(playerGroupId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select l.* from lessons l where l.player_group_id = ${playerGroupId} and l.ended_at is null offset 0)`;
}
