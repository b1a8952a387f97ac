/**
 * Each update of an account's own row is a function here, with two exceptions. `sessions` notes the first login, and erasure-queries.ts ends
 * an account.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { isUniqueViolation } from "#/platform/database/database-faults.ts";
import { Refusal } from "#/platform/refusal.ts";

export interface AccountChange {
  email?: string;
  display_name?: string;
  default_locale?: string;
  status?: AccountStatus;
  activated_at?: RawBuilder<Date>;
  deactivated_at?: RawBuilder<Date> | null;
  deactivated_by_platform?: boolean;
}

/** Raises the version. A change without it shows in no form, or is made beside an edit that raises the version. */
const edited = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` } as const;

/** Returns whether the account still had the version that the change was made for. Refuses a taken address (errors.emailTaken). */
export async function updateAccount(
  database: Database,
  { id, version }: { id: string; version: number },
  change: AccountChange,
): Promise<boolean> {
  const updated = await refuseTaken(
    database
      .updateTable("accounts")
      .set({ ...change, ...edited })
      .where("id", "=", id)
      .where("version", "=", version)
      .executeTakeFirst(),
  );
  return updated.numUpdatedRows > 0n;
}

/** The caller holds the lock on the account. Refuses a taken address (errors.emailTaken). */
export async function updateEmail(database: Database, accountId: string, email: string): Promise<void> {
  await refuseTaken(
    database
      .updateTable("accounts")
      .set({ email, ...edited })
      .where("id", "=", accountId)
      .execute(),
  );
}

async function refuseTaken<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal("errors.emailTaken") : error;
  }
}

/** Returns whether the account is still active. An account that was just erased must stay nameless. */
export async function updateDisplayName(database: Database, accountId: string, displayName: string): Promise<boolean> {
  const updated = await database
    .updateTable("accounts")
    .set({ display_name: displayName, ...edited })
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Writes nothing if the account is no longer active. */
export async function updateLanguage(database: Database, accountId: string, language: string): Promise<void> {
  await database
    .updateTable("accounts")
    .set({ default_locale: language, ...edited })
    .where("id", "=", accountId)
    .where("status", "=", "ACTIVE")
    .execute();
}

/** Raises the version, so that an open form about the account learns that it changed. */
export async function countChange(database: Database, accountId: string): Promise<void> {
  await database.updateTable("accounts").set(edited).where("id", "=", accountId).execute();
}

/** A password brings its login type. Before the owner's first login it also ends those of connected identities (`endWaysIn`). */
const changesLoginTypes = sql<boolean>`first_logged_in_at is null
  or not exists (select from account_login_types t where t.account_id = accounts.id and t.login_type = 'PASSWORD')`;

/** A first password activates the account; a new password clears the expired flag. Returns whether the account may have a password. */
export async function setPasswordHash(database: Database, accountId: string, passwordHash: string): Promise<boolean> {
  const updated = await database
    .updateTable("accounts")
    .set({
      password_hash: passwordHash,
      password_expired: false,
      status: "ACTIVE",
      activated_at: sql<Date>`coalesce(activated_at, now())`,
      // An open form about the account shows its status and its login types. Both change with a first password.
      version: sql<number>`version + case when status = 'CREATED' or ${changesLoginTypes} then 1 else 0 end`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", accountId)
    .where("status", "in", ["CREATED", "ACTIVE"])
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export interface Rehash {
  accountId: string;
  /** With null nothing is written, because an account without a password has no hash to replace. */
  from: string | null;
  to: string;
}

/**
 * Stores the same password under the current hash parameters. Writes only if the old hash is unchanged, so that a replaced
 * password cannot come back.
 */
export async function replacePasswordHash(database: Database, { accountId, from, to }: Rehash): Promise<void> {
  await database.updateTable("accounts").set({ password_hash: to }).where("id", "=", accountId).where("password_hash", "=", from).execute();
}

/** The login type PASSWORD stays with the account. */
export async function forgetPassword(database: Database, accountId: string): Promise<void> {
  await database.updateTable("accounts").set({ password_hash: null, password_expired: false }).where("id", "=", accountId).execute();
}

/** Marks the password as expired, so that the next login with it is refused. */
export async function flagPassword(database: Database, accountId: string): Promise<void> {
  await database.updateTable("accounts").set({ password_expired: true }).where("id", "=", accountId).execute();
}

/** Stores what the school lets a user of Feide use. Most logins change nothing, and then it writes nothing. */
export async function updateFeideServices(database: Database, accountId: string, services: readonly string[]): Promise<void> {
  await sql`
    update accounts set feide_services = ${services}::text[]
    where id = ${accountId}::uuid and feide_services is distinct from ${services}::text[]`.execute(database);
}

/**
 * Renames students' accounts together with their players. Leaves out an account with an e-mail address or another player, and an account
 * that has left the player's school. The name of such an account is not the player's.
 */
export async function renameStudents(database: Database, players: readonly { playerId: string; name: string }[]): Promise<void> {
  await sql`
    update accounts a set display_name = given.name, updated_at = now(), version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(players)}::jsonb) as given ("playerId" uuid, name text)
      join account_players played on played.player_id = given."playerId"
      join players p on p.id = given."playerId"
    where a.id = played.account_id and a.email is null and a.status <> 'DELETED'
      and (select count(*) from account_players ap where ap.account_id = a.id) = 1
      and exists (select from organization_members m where m.organization_id = p.organization_id and m.account_id = a.id)`.execute(
    database,
  );
}
