import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";

/**
 * Notes that a passkey has proved the owner of a running session which needs that (docs/decisions/0082). Any other session keeps how
 * it began, because a confirmation must prove as much as the login did.
 */
export async function notePasskey(
  transaction: Transaction<Tables>,
  { digest, passkeyDue }: Pick<Session, "digest" | "passkeyDue">,
): Promise<void> {
  if (passkeyDue === undefined) return;
  await transaction.updateTable("sessions").set({ by_passkey: true }).where("digest", "=", digest).execute();
}
