import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { stepSeconds } from "./totp.ts";

/** Steps are counted by the database's clock: of several portal processes each would have a time of its own. */
const currentStep = sql<number>`floor(extract(epoch from now()) / ${sql.lit(stepSeconds)})::int`;

export interface StoredFactor {
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  current_step: number;
}

/** An enrolment that was never confirmed is worth nothing after an hour. */
export async function findFactor(database: Database, accountId: string): Promise<StoredFactor | undefined> {
  return database
    .selectFrom("second_factors")
    .select(["sealed_secret", "confirmed_at", currentStep.as("current_step")])
    .where("account_id", "=", accountId)
    .where(sql<boolean>`(confirmed_at is not null or created_at > now() - interval '1 hour')`)
    .executeTakeFirst();
}

export async function findStatus(database: Database, accountId: string): Promise<{ confirmed_at: Date; codes_left: number } | undefined> {
  const { rows } = await sql<{ confirmed_at: Date; codes_left: number }>`
    select f.confirmed_at,
      (select count(*)::int from backup_codes b where b.account_id = f.account_id and b.used_at is null) as codes_left
    from second_factors f where f.account_id = ${accountId}::uuid and f.confirmed_at is not null`.execute(database);
  return rows[0];
}

/** One that counts, so that a login owes it. */
export async function hasFactor(database: Database, accountId: string): Promise<boolean> {
  const confirmed = await database
    .selectFrom("second_factors")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** In the place of one that was begun and not confirmed; answers false where one is confirmed already. */
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
  /** The secret that the code was right for: another may have taken its place meanwhile. */
  sealedSecret: Buffer;
  step: number;
}

/** Of several at once one confirms; its code is used up by that. */
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

/** A code works once, and none before it after it: of any number at once one is told so. */
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

/** Of any number at once one is told so. */
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

/** The former ones are worth nothing from now on. */
export async function replaceBackupCodes(transaction: Transaction<Tables>, accountId: string, digests: readonly Buffer[]): Promise<void> {
  await transaction.deleteFrom("backup_codes").where("account_id", "=", accountId).execute();
  await transaction
    .insertInto("backup_codes")
    .values(digests.map((digest) => ({ account_id: accountId, digest })))
    .execute();
}

/** Once a half session has been wrong so often it is over: its next guess needs the first factor again. */
export async function endSpentSession(
  database: Database,
  { digest, throttle, tries }: { digest: Buffer; throttle: string; tries: number },
): Promise<void> {
  await sql`
    delete from sessions where digest = ${digest}
      and exists (select from throttles where key = ${throttle} and failures >= ${tries}::int)`.execute(database);
}
