import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { Tables } from "#/platform/database/tables.ts";

export interface HeldAccount {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  status: AccountStatus;
}

/**
 * How much else has to wait: "update" for what changes or ends the account, "no key update" for what logs in or changes what protects it,
 * "share" for what must come before or after such a change.
 */
export type HoldStrength = "update" | "no key update" | "share";

const locks = { update: sql`for update`, "no key update": sql`for no key update`, share: sql`for share` } as const;

/**
 * Holds an account's row until the transaction ends; undefined where there is none. Always the first lock, so that logins, connecting, the
 * second factor and erasure never wait for each other in a circle. What is read after it stays true: whatever ends the account's
 * sessions came before, or comes after.
 */
export async function holdAccount(
  transaction: Transaction<Tables>,
  accountId: string,
  strength: HoldStrength,
): Promise<HeldAccount | undefined> {
  const { rows } = await sql<HeldAccount>`
    select id, email, display_name, default_locale, status from accounts where id = ${accountId}::uuid ${locks[strength]}`.execute(
    transaction,
  );
  return rows[0];
}

/** The same where the account is active; undefined if it is not. */
export async function holdActiveAccount(transaction: Transaction<Tables>, accountId: string): Promise<HeldAccount | undefined> {
  const held = await holdAccount(transaction, accountId, "no key update");
  return held?.status === "ACTIVE" ? held : undefined;
}

/** Several at once, in the order of their ids. */
export async function holdAccounts(transaction: Transaction<Tables>, accountIds: readonly string[]): Promise<void> {
  for (const accountId of [...new Set(accountIds)].toSorted()) await holdAccount(transaction, accountId, "no key update");
}

/** The account with this address, locked until the transaction ends. Read the rest after it: a statement that waits sees other tables as they were. */
export async function holdAccountOf(transaction: Transaction<Tables>, email: string): Promise<void> {
  await transaction.selectFrom("accounts").select("id").where("email", "=", email).forUpdate().execute();
}
