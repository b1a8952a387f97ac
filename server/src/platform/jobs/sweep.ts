/**
 * Removes ended rows, so that tables stay small. Most rows are refused by their expiry first, and some are kept for a while after it. For
 * unused devices and kept records the sweep itself is the end. One process sweeps at a time: it holds a lease in a row. A lease works through
 * any pooler, and ends by itself when the process dies.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pauseFor } from "node:timers/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Database } from "#/platform/database/connect.ts";
import type { Log } from "#/platform/log.ts";
import { sweepRules } from "./sweep-rules.ts";
import type { SweepRule } from "./sweep-rules.ts";

export interface SweepOptions {
  /** The most rows of a batch. A batch that takes too long is tried again with a tenth, and each quick batch doubles the next. */
  rows: number;
  /** The shortest pause between two batches. A batch that took longer is followed by a pause as long as itself. */
  pauseMs: number;
  /** Ends the sweep after the present batch. */
  signal: AbortSignal;
  rules: readonly SweepRule[];
  /** Called after each batch that ended well. */
  onBatch: (batch: SweptBatch) => void;
}

export interface SweptBatch {
  table: string;
  removed: number;
  milliseconds: number;
}

interface Sweeping extends SweepOptions {
  database: Database;
  holder: string;
  /** The rows of the next batch. */
  batch: number;
}

/** A single row may take thousands of others with it: a run of a roster has up to 20,000 changes. */
const fewestRows = 1;
/** A batch of twice as many such rows ends well before the time limit of statements. */
const quickMs = 250;
/** A block of 8 kB holds about so many sessions. */
const rowsOfBlock = 40;
/** What is left of the lease after the longest batch and the pause after it. */
const leaseSeconds = 60;

/** The lease was lost or the process stops. */
class Stopped extends Error {}

/**
 * Does nothing and returns false while another process sweeps. Returns true after its own sweep, also if that was stopped early. A table
 * that fails is logged, and the next tables are swept nevertheless.
 */
export async function sweep(
  { database, log }: { database: Database; log: Pick<Log, "warn"> },
  options: Partial<SweepOptions> = {},
): Promise<boolean> {
  // docs/operating.md, The sweep, says what was measured with these numbers.
  const usual = { rows: 5000, pauseMs: 20, signal: new AbortController().signal, rules: sweepRules, onBatch: () => undefined };
  const chosen = { ...usual, ...options };
  const sweeping: Sweeping = { ...chosen, batch: chosen.rows, database, holder: randomUUID() };
  if (!(await takeLease(sweeping))) return false;
  try {
    // Each table gets a copy, so that every table begins with the usual number of rows.
    for (const rule of sweeping.rules) await sweepTable({ ...sweeping }, rule, log);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    await endLease(sweeping);
  }
  return true;
}

async function sweepTable(sweeping: Sweeping, rule: SweepRule, log: Pick<Log, "warn">): Promise<void> {
  const { database } = sweeping;
  await noteStart(database, rule.table);
  try {
    if (rule.by === undefined) await sweepByBlocks(sweeping, rule);
    else await sweepByIndex(sweeping, rule, rule.by);
    await database
      .updateTable("sweep_runs")
      .set({ finished_at: sql<Date>`now()` })
      .where("name", "=", rule.table)
      .execute();
  } catch (error) {
    if (error instanceof Stopped) throw error;
    log.warn({ err: error, table: rule.table }, "a table was not swept and will be tried again");
    const reason = error instanceof Error ? error.message : String(error);
    await database.updateTable("sweep_runs").set({ error: reason }).where("name", "=", rule.table).execute();
  }
}

async function noteStart(database: Database, name: string): Promise<void> {
  const started = { started_at: sql<Date>`now()`, removed: 0, error: null };
  await database
    .insertInto("sweep_runs")
    .values({ name, ...started })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(started))
    .execute();
}

async function sweepByIndex(sweeping: Sweeping, rule: SweepRule, by: string): Promise<void> {
  for (let asked = 0; ;) {
    const removed = await removeBatch(sweeping, rule, () => {
      asked = sweeping.batch;
      return oldestRows(rule, by, asked);
    });
    if (removed < asked) return;
  }
}

async function sweepByBlocks(sweeping: Sweeping, rule: SweepRule): Promise<void> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${rule.table}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(sweeping.database);
  const all = rows[0]?.blocks ?? 0;
  for (let first = 0, next = 0; first < all; first = next) {
    await removeBatch(sweeping, rule, () => {
      next = first + Math.max(1, Math.floor(sweeping.batch / rowsOfBlock));
      return rowsOfBlocks(first, next);
    });
  }
}

/** @internal Exported for the test of its plan. */
export function oldestRows({ table, ended }: SweepRule, by: string, count: number): RawBuilder<unknown> {
  return sql`ctid = any (array(select ctid from ${sql.table(table)} where ${sql.raw(ended)} order by ${sql.raw(by)} limit ${count}))`;
}

/** @internal Exported for the test of its plan. */
export function rowsOfBlocks(first: number, next: number): RawBuilder<unknown> {
  return sql`ctid >= ${`(${first},0)`}::tid and ctid < ${`(${next},0)`}::tid`;
}

/**
 * The condition is repeated here, because older releases of PostgreSQL do not check ctid again after a wait for a change. "is
 * true" keeps the planner from finding all ended rows by it. @internal Exported for the test of its plan.
 */
export function removal({ table, ended }: SweepRule, which: RawBuilder<unknown>): RawBuilder<{ removed: number }> {
  return sql`
    with gone as (delete from ${sql.table(table)} where ${which} and (${sql.raw(ended)}) is true returning 1),
    counted as (select count(*)::int as removed from gone)
    update sweep_runs r set removed = r.removed + counted.removed, removed_in_all = r.removed_in_all + counted.removed
    from counted where r.name = ${table} returning counted.removed`;
}

async function removeBatch(sweeping: Sweeping, rule: SweepRule, which: () => RawBuilder<unknown>): Promise<number> {
  for (;;) {
    if (sweeping.signal.aborted || !(await renewLease(sweeping))) throw new Stopped();
    const begun = performance.now();
    try {
      const { rows } = await removal(rule, which()).execute(sweeping.database);
      const removed = rows[0]?.removed ?? 0;
      const milliseconds = performance.now() - begun;
      // The lock that a batch waited for may be gone.
      if (removed > 0 && milliseconds <= quickMs) sweeping.batch = Math.min(sweeping.rows, sweeping.batch * 2);
      sweeping.onBatch({ table: rule.table, removed, milliseconds });
      return removed;
    } catch (error) {
      if (!wasTooMuch(error) || sweeping.batch <= fewestRows) throw error;
      sweeping.batch = Math.max(fewestRows, Math.floor(sweeping.batch / 10));
    } finally {
      await pauseFor(Math.max(sweeping.pauseMs, performance.now() - begun), undefined, { signal: sweeping.signal }).catch(() => undefined);
    }
  }
}

/** The statement ran into its time limit, or into a deadlock with a request, or waited too long for a lock. */
function wasTooMuch(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "57014" || error.code === "40P01" || error.code === "55P03");
}

/** Each batch renews the lease first. A batch takes at most the time limit of statements, and the pause after it as long again. */
const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds}) + 2 * current_setting('statement_timeout')::interval`;

async function takeLease({ database, holder }: Sweeping): Promise<boolean> {
  const taken = await database
    .insertInto("sweep_lease")
    .values({ holder, held_until: leaseEnd })
    .onConflict((conflict) =>
      conflict
        .column("is_only")
        .doUpdateSet({ holder, held_until: leaseEnd })
        .where("sweep_lease.held_until", "<=", sql<Date>`now()`),
    )
    .returning("holder")
    .executeTakeFirst();
  return taken !== undefined;
}

async function renewLease({ database, holder }: Sweeping): Promise<boolean> {
  const held = await database
    .updateTable("sweep_lease")
    .set({ held_until: leaseEnd })
    .where("holder", "=", holder)
    .returning("holder")
    .executeTakeFirst();
  return held !== undefined;
}

async function endLease({ database, holder }: Sweeping): Promise<void> {
  await database
    .updateTable("sweep_lease")
    .set({ held_until: sql<Date>`now()` })
    .where("holder", "=", holder)
    .execute();
}
