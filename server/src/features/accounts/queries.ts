import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export async function updateDisplayName(database: Database, accountId: string, displayName: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ display_name: displayName, updated_at: sql<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}
