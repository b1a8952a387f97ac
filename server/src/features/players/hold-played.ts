import type { Transaction } from "kysely";
import { holdAccounts } from "#/features/accounts/hold-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { listAccountsPlaying } from "./queries.ts";

/**
 * Locks the accounts that play these players, and other accounts with them, until the transaction ends. A new name of a player also
 * renames its student, and accounts are locked before classes.
 */
export async function holdPlayed(
  transaction: Transaction<Tables>,
  playerIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  await holdAccounts(transaction, [...(await listAccountsPlaying(transaction, playerIds)), ...others]);
}
