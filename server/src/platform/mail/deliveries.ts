/** What became of the letters to an account: never what stood in them, nor the address they went to. */
import type { Database } from "#/platform/database/connect.ts";

export interface Delivery {
  /** Which letter it was: "reset", "activation". */
  letter: string;
  /** Given up: the link in it had died before it could be sent. */
  state: "waiting" | "sent" | "given up";
  writtenAt: Date;
  sentAt: Date | undefined;
  attempts: number;
  /** The last fault, in codes; undefined where there was none, and once it is sent. */
  lastError: string | undefined;
}

/**
 * The newest first, as far back as the outbox goes (30 days after they were sent).
 * @public For the administrators' page of an account.
 */
export async function listDeliveries(database: Database, accountId: string): Promise<Delivery[]> {
  const rows = await database
    .selectFrom("outbox")
    .select(["letter", "created_at", "sent_at", "abandoned_at", "attempts", "last_error"])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    letter: row.letter,
    state: row.sent_at !== null ? "sent" : row.abandoned_at !== null ? "given up" : "waiting",
    writtenAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
  }));
}
