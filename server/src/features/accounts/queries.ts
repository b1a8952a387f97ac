import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export async function updateDisplayName(database: Database, accountId: string, displayName: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ display_name: displayName, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}

export async function updateLanguage(database: Database, accountId: string, language: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ default_locale: language, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}
