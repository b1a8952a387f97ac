import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Answers whether the account is still there to be named: one that was erased a moment ago must stay nameless. */
export async function updateDisplayName(database: Database, accountId: string, displayName: string): Promise<boolean> {
  const updated = await database
    .updateTable("accounts")
    .set({ display_name: displayName, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function updateLanguage(database: Database, accountId: string, language: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ default_locale: language, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .execute();
}
