import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

/**
 * Locks groups until the transaction ends, in id order to avoid deadlocks. Returns the ids of the groups that are not archived. The lock lets
 * others insert rows that refer to a group, such as a right.
 */
export async function holdGroups(transaction: Transaction<Tables>, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; group_type: string }>`
    select id, group_type from player_groups where id = any(${[...groupIds]}::uuid[]) order by id for no key update`.execute(transaction);
  return rows.flatMap(({ id, group_type }) => (group_type === "ARCHIVED" ? [] : [id]));
}
