/** The login types of an account. */
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export async function addLoginTypes(database: Database, account_id: string, types: readonly LoginType[]): Promise<void> {
  if (types.length === 0) return;
  await database
    .insertInto("account_login_types")
    .values(types.map((login_type) => ({ account_id, login_type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
