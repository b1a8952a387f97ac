import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";

/** How many letters of a kind an account was sent within the last hour; whoever else counts waits until this transaction ends. */
export async function countRecentLetters(transaction: Transaction<Tables>, accountId: string, letter: string): Promise<number> {
  await transaction.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
  const { count } = await transaction
    .selectFrom("outbox")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("account_id", "=", accountId)
    .where("letter", "=", letter)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** What a password must not hold: the keys and names of the organizations that an account belongs to. */
export async function findOrganizationNames(database: Database, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("organization_members as m")
    .innerJoin("organizations as o", "o.id", "m.organization_id")
    .select(["o.key", "o.description"])
    .where("m.account_id", "=", accountId)
    .execute();
  return rows.flatMap(({ key, description }) => [key, description]);
}

/** A first password makes the account active and is a way to log in; the flag of an expired one goes. Answers whether it may have a password now. */
export async function updatePassword(database: Database, accountId: string, passwordHash: string): Promise<boolean> {
  const updated = await database
    .updateTable("accounts")
    .set({
      password_hash: passwordHash,
      password_expired: false,
      status: "ACTIVE",
      activated_at: sql<Date>`coalesce(activated_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", accountId)
    .where("status", "in", ["CREATED", "ACTIVE"])
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return false;
  // An account that was made for another way in (Google) has this one until that is connected, and after.
  await database
    .insertInto("account_login_types")
    .values({ account_id: accountId, login_type: "PASSWORD" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Browsers that knew the account are strangers again: one of them may be why the password was changed. */
export async function forgetDevices(database: Database, accountId: string): Promise<void> {
  await database.deleteFrom("known_devices").where("account_id", "=", accountId).execute();
}
