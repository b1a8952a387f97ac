import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";

export interface HeldAccount {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
}

/**
 * Holds an account's row until the transaction ends, if it is active; undefined if it is not. Always the first lock, so that logins,
 * connecting, the second factor and erasure never wait for each other in a circle; and stronger than a share lock, since the row
 * may change next. What is read after it stays true: whatever ends the account's sessions came before, or comes after.
 */
export async function holdActiveAccount(transaction: Transaction<Tables>, accountId: string): Promise<HeldAccount | undefined> {
  return transaction
    .selectFrom("accounts")
    .select(["id", "email", "display_name", "default_locale"])
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .forNoKeyUpdate()
    .executeTakeFirst();
}
