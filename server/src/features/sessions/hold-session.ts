import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { holdLiveSession } from "./queries.ts";

/**
 * Holds the caller's session and its account until the transaction ends, for what outlives the session: a game's tokens, another way
 * of logging in, a second factor. Whatever ends it (a new password, "log out everywhere else") either came first, and this answers
 * false, or comes after, and finds what was made.
 */
export async function holdSession(transaction: Transaction<Tables>, { accountId, digest }: Session): Promise<boolean> {
  return holdLiveSession(transaction, { accountId, digest });
}
