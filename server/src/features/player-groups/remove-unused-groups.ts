import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/**
 * Deletes groups that an undone import or roster made. The foreign keys delete their rights, badges and lessons. The caller of this
 * function has locked the groups, and records the undo. It has refused the undo if a person used them. As a safeguard a group that still
 * has players stays, because its deletion would take them out of their class.
 */
export async function removeUnusedGroups(transaction: Transaction<Tables>, groupIds: readonly string[]): Promise<void> {
  await sql`
    delete from player_groups g
    where g.id = any(${[...groupIds]}::uuid[]) and not exists (select from player_group_players gp where gp.player_group_id = g.id)`.execute(
    transaction,
  );
}
