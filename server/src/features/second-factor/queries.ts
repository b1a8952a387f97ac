import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { stepSeconds } from "./totp.ts";

/** Steps follow the database's clock, because several portal processes could disagree. */
const currentStep = sql<number>`floor(extract(epoch from now()) / ${sql.lit(stepSeconds)})::int`;

export interface StoredFactor {
  sealed_secret: Buffer;
  /** Null while the enrolment waits for its first code. */
  confirmed_at: Date | null;
  /** The step of the present time. */
  current_step: number;
}

/** An unconfirmed enrolment expires after an hour. */
export async function findFactor(database: Database, accountId: string): Promise<StoredFactor | undefined> {
  return database
    .selectFrom("second_factors")
    .select(["sealed_secret", "confirmed_at", currentStep.as("current_step")])
    .where("account_id", "=", accountId)
    .where(sql<boolean>`(confirmed_at is not null or created_at > now() - interval '1 hour')`)
    .executeTakeFirst();
}

/** Returns when the factor was confirmed, and its unused backup codes. Returns undefined without a confirmed factor. */
export async function findStatus(database: Database, accountId: string): Promise<{ confirmed_at: Date; codes_left: number } | undefined> {
  const { rows } = await sql<{ confirmed_at: Date; codes_left: number }>`
    select f.confirmed_at,
      (select count(*)::int from backup_codes b where b.account_id = f.account_id and b.used_at is null) as codes_left
    from second_factors f where f.account_id = ${accountId}::uuid and f.confirmed_at is not null`.execute(database);
  return rows[0];
}

/** Returns whether the account has a confirmed factor, which a login must pass. */
export async function hasFactor(database: Database, accountId: string): Promise<boolean> {
  const confirmed = await database
    .selectFrom("second_factors")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Replaces an unconfirmed factor. Returns false if a factor is confirmed already. */
export async function beginFactor(database: Database, accountId: string, sealedSecret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors (account_id, sealed_secret) values (${accountId}::uuid, ${sealedSecret})
    on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, created_at = now(), last_used_step = 0
    where second_factors.confirmed_at is null
    returning account_id`.execute(database);
  return rows.length > 0;
}

export interface UsedStep {
  accountId: string;
  /** The secret that the code matched. Another may have replaced it meanwhile. */
  sealedSecret: Buffer;
  /** The column is a bigint, which the driver reads and writes as text. */
  step: number;
}

/** Confirms an enrolment and uses up its code. Returns false if another call has confirmed or replaced it. */
export async function confirmFactor(database: Database, { accountId, sealedSecret, step }: UsedStep): Promise<boolean> {
  const confirmed = await database
    .updateTable("second_factors")
    .set({ confirmed_at: sql<Date>`now()`, last_used_step: String(step) })
    .where("account_id", "=", accountId)
    .where("sealed_secret", "=", sealedSecret)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return confirmed.numUpdatedRows > 0n;
}

/** Uses up a code. A code works once, and no earlier code works after it. If several calls race, one returns true. */
export async function consumeStep(database: Database, { accountId, sealedSecret, step }: UsedStep): Promise<boolean> {
  const used = await database
    .updateTable("second_factors")
    .set({ last_used_step: String(step) })
    .where("account_id", "=", accountId)
    .where("sealed_secret", "=", sealedSecret)
    .where("confirmed_at", "is not", null)
    .where("last_used_step", "<", String(step))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Uses up a backup code. Returns false for an unknown or used code. If several calls race, one returns true. */
export async function consumeBackupCode(database: Database, accountId: string, digest: Buffer): Promise<boolean> {
  const used = await database
    .updateTable("backup_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("digest", "=", digest)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Former codes become invalid. */
export async function replaceBackupCodes(transaction: Transaction<Tables>, accountId: string, digests: readonly Buffer[]): Promise<void> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  await transaction
    .insertInto("backup_codes")
    .values(digests.map((digest) => ({ account_id: accountId, digest })))
    .execute();
}

/** Ends a half session after `tries` guesses, counted under the key `throttle`. The next guess needs the first factor again. */
export async function endSpentSession(
  database: Database,
  { digest, throttle, tries }: { digest: Buffer; throttle: string; tries: number },
): Promise<void> {
  await sql`
    delete from sessions where digest = ${digest}
      and exists (select from throttles where key = ${throttle} and failures >= ${tries}::int)`.execute(database);
}
