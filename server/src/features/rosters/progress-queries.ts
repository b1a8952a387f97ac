/** Which organization's list is being applied or undone, and how far it is. */
import { sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import { holdOrganization } from "#/features/organizations/hold-organization.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { Refusal } from "#/platform/refusal.ts";

/** Any numbers that no other advisory locks have. A lock ends with its transaction, also when a process dies. */
const locks = { ofOrganization: sql.lit(7470633), ofRun: sql.lit(7470634) };

/** Whether another connection applies or undoes a list of the organization by a claim. */
function isUnderWay(organizationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return isHeld(locks.ofOrganization, organizationId);
}

/** Whether another connection applies the run. */
export function isBeingApplied(runId: RawBuilder<unknown>): RawBuilder<boolean> {
  return isHeld(locks.ofRun, runId);
}

/** Looks for a lock as `pg_locks` shows an advisory lock of two numbers (`objsubid` 2), without their signs. */
function isHeld(lock: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pg_locks k
    where k.locktype = 'advisory' and k.granted and k.pid <> pg_backend_pid() and k.classid::bigint = ${lock}
      and k.objid::bigint = hashtext(${id}::text)::bigint & 4294967295 and k.objsubid = 2
      and k.database = (select d.oid from pg_database d where d.datname = current_database())
  )`;
}

/**
 * Serializes what changes the classes of an organization by lists. Refuses with errors.rosterUnderWay while another call has claimed the
 * organization (`claimOrganization`). If a claim comes after that look, the call waits for its end.
 */
export async function lockOrganization(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  const { rows } = await sql<{ is_under_way: boolean }>`
    select ${isUnderWay(sql`${organizationId}::uuid`)} as is_under_way`.execute(transaction);
  if (rows[0]?.is_under_way === true) throw new Refusal("errors.rosterUnderWay");
  await holdOrganization(transaction, organizationId);
}

/**
 * The same for a call that applies or undoes a run, which may take long. Until its transaction ends, other calls do not wait for it: they
 * are refused.
 */
export async function claimOrganization(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${locks.ofOrganization}, hashtext(${organizationId}::uuid::text)) as is_ours`.execute(transaction);
  if (rows[0]?.is_ours !== true) throw new Refusal("errors.rosterUnderWay");
  await holdOrganization(transaction, organizationId);
}

export interface RunOf {
  organizationId: string;
  runId: string;
}

/**
 * Claims the organization to apply a run of it. Refuses with errors.rosterUnderWay if another call has claimed it. A second lock names
 * the run, because the progress that a row notes may be that of an earlier run.
 */
export async function claimRun(transaction: Transaction<Tables>, { organizationId, runId }: RunOf): Promise<void> {
  await claimOrganization(transaction, organizationId);
  // If another run of the same hash has this lock, that lock shows this run too.
  await sql`select pg_try_advisory_xact_lock(${locks.ofRun}, hashtext(${runId}::uuid::text))`.execute(transaction);
}

/**
 * Notes how far a run is. Call it outside the run's transaction, so that others see it at once. A run is applied only while its
 * organization is connected, so the row exists.
 */
export async function noteProgress(
  database: Database,
  { organizationId, runId, done, all }: RunOf & { done: number; all: number },
): Promise<void> {
  await database
    .updateTable("roster_connections")
    .set({ applying_run_id: runId, applying_at: sql<Date>`now()`, applied_changes: done, all_changes: all })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Removes the progress of the run. The progress of another run stays. */
export async function clearProgress(database: Database, { organizationId, runId }: RunOf): Promise<void> {
  await database
    .updateTable("roster_connections")
    .set({ applying_run_id: null, applying_at: null, applied_changes: null, all_changes: null })
    .where("organization_id", "=", organizationId)
    .where("applying_run_id", "=", runId)
    .execute();
}
