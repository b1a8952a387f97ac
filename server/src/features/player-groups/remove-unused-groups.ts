import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/** Removes groups without players. The caller of this function has checked that they are unused, and holds them. */
export async function removeUnusedGroups(transaction: Transaction<Tables>, groupIds: readonly string[]): Promise<void> {
  await sql`
    delete from player_groups g
    where g.id = any(${[...groupIds]}::uuid[]) and not exists (select from player_group_players gp where gp.player_group_id = g.id)`.execute(
    transaction,
  );
}
