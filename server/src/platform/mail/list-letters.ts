import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

type LetterRow = Pick<
  {
    [Column in keyof Tables["outbox"]]: Column extends "attempts" ? number : Column extends "created_at" ? Date : Tables["outbox"][Column];
  },
  "letter" | "created_at" | "sent_at" | "abandoned_at" | "attempts"
>;

const most = 20;

/** The newest letters to an account, without what they say. */
export async function listLettersTo(database: Database, accountId: string): Promise<LetterRow[]> {
  return database
    .selectFrom("outbox")
    .select(["letter", "created_at", "sent_at", "abandoned_at", "attempts"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(most)
    .execute();
}
