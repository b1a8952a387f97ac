import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

export type LinkPurpose = Tables["account_links"]["purpose"];

/** Whoever else writes links of this account waits until this transaction ends: a count read after it stays true. */
export async function lockLinks(transaction: Transaction<Tables>, accountId: string): Promise<void> {
  await transaction.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

/** How many links of a purpose an account was sent within the last hour. */
export async function countRecentLinks(database: Database, accountId: string, purpose: LinkPurpose): Promise<number> {
  const { count } = await database
    .selectFrom("account_links")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** One link of a purpose lives at a time: the newest. */
export async function replaceLinks(database: Database, accountId: string, purpose: LinkPurpose): Promise<void> {
  await database
    .updateTable("account_links")
    .set({ replaced_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("replaced_at", "is", null)
    .execute();
}

export interface NewLink {
  accountId: string;
  purpose: LinkPurpose;
  digest: Buffer;
  validForSeconds: number;
}

export async function insertLink(database: Database, link: NewLink): Promise<void> {
  await database
    .insertInto("account_links")
    .values({
      account_id: link.accountId,
      purpose: link.purpose,
      digest: link.digest,
      expires_at: sql<Date>`now() + make_interval(secs => ${link.validForSeconds})`,
    })
    .execute();
}
