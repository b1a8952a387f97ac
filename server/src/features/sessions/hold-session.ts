import type { Transaction } from "kysely";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";

/**
 * Locks the caller's session and account until the transaction ends. Call it before creating what outlives the session: a game's tokens, a
 * login type, a second factor. If an action that ends the session ran before, this returns false. If it runs after, it finds what was
 * created. Locks the account first, as all actions that lock both do, to avoid deadlocks.
 */
export async function holdSession(transaction: Transaction<Tables>, { accountId, digest }: Session): Promise<boolean> {
  await holdAccount(transaction, accountId, "share");
  const held = await transaction.selectFrom("sessions").select("digest").where("digest", "=", digest).forKeyShare().executeTakeFirst();
  return held !== undefined;
}
