import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf } from "#/platform/secrets.ts";
import { findTransfer } from "./queries.ts";
import type { TransferRow } from "./queries.ts";

/**
 * Returns the open transfer of a link. Refuses an unknown link as not found, an ended transfer with errors.transferEnded, and an expired
 * transfer with errors.transferExpired.
 */
export async function findOffer(database: Database, token: string): Promise<TransferRow> {
  const found = await findTransfer(database, { digest: digestOf(token) });
  if (found === undefined) throw new Refusal("errors.notFound");
  if (found.ended_at !== null || found.is_expired) refuseDead(found);
  return found;
}

/** Refuses a transfer that is not open, with the reason. A row that still looks open has just been answered or withdrawn. */
export function refuseDead({ ended_as: endedAs, is_expired: isExpired }: Pick<TransferRow, "ended_as" | "is_expired">): never {
  const hasExpired = endedAs === "EXPIRED" || (endedAs === null && isExpired);
  throw new Refusal(hasExpired ? "errors.transferExpired" : "errors.transferEnded");
}
