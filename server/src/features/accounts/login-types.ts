/** The login types of an account. */
import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

/** Gives each account all of these types. Types that it has already stay as they are. */
export async function addLoginTypes(database: Database, accountIds: readonly string[], types: readonly LoginType[]): Promise<void> {
  if (types.length === 0 || accountIds.length === 0) return;
  await sql`
    insert into account_login_types (account_id, login_type)
    select account_id, login_type from unnest(${[...accountIds]}::uuid[]) account_id cross join unnest(${[...types]}::text[]) login_type
    on conflict do nothing`.execute(database);
}

export async function removeLoginTypes(database: Database, accountId: string, types: readonly LoginType[]): Promise<void> {
  if (types.length === 0) return;
  await database.deleteFrom("account_login_types").where("account_id", "=", accountId).where("login_type", "in", types).execute();
}

export async function listLoginTypes(database: Database, accountId: string): Promise<LoginType[]> {
  const rows = await database
    .selectFrom("account_login_types")
    .select("login_type")
    .where("account_id", "=", accountId)
    .orderBy("login_type")
    .execute();
  return rows.map(({ login_type }) => login_type);
}
