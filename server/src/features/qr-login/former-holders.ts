import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Returns which of these accounts have or had a badge or code of the group. They may have left the group since. */
export async function listFormerHolders(database: Database, groupId: string, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from badges where player_group_id = ${groupId}::uuid and account_id = any(${[...accountIds]}::uuid[])
    union
    select account_id from one_time_codes where player_group_id = ${groupId}::uuid and account_id = any(${[...accountIds]}::uuid[])`.execute(
    database,
  );
  return rows.map(({ account_id }) => account_id);
}
