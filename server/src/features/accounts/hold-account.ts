import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
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
 * How much the lock blocks. Use "update" to change or end the account. Use "no key update" to log in or to change what protects
 * the account. Use "share" for actions that only need the order relative to such a change. Use "key share" behind
 * the lock of a class, before rows that refer to the account are written. Their foreign keys take the same lock, but after the check.
 */
export type HoldStrength = "update" | "no key update" | "share" | "key share";

const locks = {
  update: sql`for update`,
  "no key update": sql`for no key update`,
  share: sql`for share`,
  "key share": sql`for key share`,
} as const;

/**
 * Locks an account's row until the transaction ends; returns undefined if there is none. Take it before you lock or change other rows of
 * the account, so that logins, connections, second factors and erasure cannot deadlock. Reads after it stay true, because an action that
 * ends all sessions of the account runs either before or after this transaction. A logout does not lock the account, so `holdSession` locks
 * the session too.
 */
export async function holdAccount(
  transaction: Transaction<Tables>,
  accountId: string,
  strength: HoldStrength,
): Promise<HeldAccount | undefined> {
  const { rows } = await holdStatement(accountId, strength).execute(transaction);
  return rows[0];
}

/** The statement of `holdAccount`, for a transaction that sends it together with others. */
export function holdStatement(accountId: string, strength: HoldStrength): RawBuilder<HeldAccount> {
  return sql<HeldAccount>`
    select id, email, display_name, default_locale, status from accounts where id = ${accountId}::uuid ${locks[strength]}`;
}

/** Locks the account, and returns undefined unless it is active. */
export async function holdActiveAccount(transaction: Transaction<Tables>, accountId: string): Promise<HeldAccount | undefined> {
  const held = await holdAccount(transaction, accountId, "no key update");
  return held?.status === "ACTIVE" ? held : undefined;
}

/** Locks several accounts in id order to avoid deadlocks. */
export async function holdAccounts(
  transaction: Transaction<Tables>,
  accountIds: readonly string[],
  strength: HoldStrength = "no key update",
): Promise<void> {
  await sql`select from accounts where id = any(${[...accountIds]}::uuid[]) order by id ${locks[strength]}`.execute(transaction);
}

/**
 * Locks students who are going to be erased, and their groups. The accounts come before the groups. Their full lock comes last,
 * because a call that issues badges holds the group and then refers to the accounts.
 */
export async function holdStudents(
  transaction: Transaction<Tables>,
  accountIds: readonly string[],
  holdGroups: () => Promise<unknown>,
): Promise<void> {
  await holdAccounts(transaction, accountIds, "no key update");
  await holdGroups();
  await holdAccounts(transaction, accountIds, "update");
}

/**
 * Locks the account with this address, if there is one, until the transaction ends. Read other tables in a later statement: a statement
 * that waits for the lock still sees their old rows.
 */
export async function holdAccountOf(transaction: Transaction<Tables>, email: string): Promise<void> {
  await transaction.selectFrom("accounts").select("id").where("email", "=", email).forUpdate().execute();
}
