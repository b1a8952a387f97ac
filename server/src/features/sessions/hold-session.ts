import type { Transaction } from "kysely";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";

/**
 * Holds the caller's session and its account until the transaction ends, for what outlives the session: a game's tokens, another way
 * of logging in, a second factor. Whatever ends it (a new password, "log out everywhere else") either came first, and this answers
 * false, or comes after, and finds what was made. The account comes first, as for whatever ends its sessions: in the other order two
 * transactions could wait for each other.
 */
export async function holdSession(transaction: Transaction<Tables>, { accountId, digest }: Session): Promise<boolean> {
  await holdAccount(transaction, accountId, "share");
  const held = await transaction.selectFrom("sessions").select("digest").where("digest", "=", digest).forKeyShare().executeTakeFirst();
  return held !== undefined;
}
