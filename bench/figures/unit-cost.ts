/** What one operation costs: processor time of portal and PostgreSQL, statements, write-ahead log and rows. */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Program } from "#/programs/program.ts";
import { processorMilliseconds } from "#/programs/program.ts";
import { runSql } from "#/stores/database.ts";

export interface UnitCost {
  what: string;
  portalMs: number;
  postgresMs: number;
  statements: number;
  walBytes: number;
  rows: number;
}

interface Totals {
  portalMs: number;
  statements: number;
  wal: number;
  rows: number;
  /** Milliseconds of each connection's process. */
  connections: ReadonlyMap<number, number>;
}

/** PostgreSQL publishes its counts of rows a second after a transaction, at the latest. */
const settleMs = 1500;
const counts = z.object({ wal: z.coerce.number(), rows: z.coerce.number(), pids: z.array(z.number()) });

/**
 * Runs `work` and divides by `times`. PostgreSQL's time is that of the connections, without its background processes, because these
 * also clean up after the filling.
 */
export async function costOf(
  { what, times, work }: { what: string; times: number; work: () => Promise<unknown> },
  { portal, database }: { portal: Program; database: string },
): Promise<UnitCost> {
  const before = await totals(portal, database);
  await work();
  const after = await totals(portal, database);
  const postgresMs = [...after.connections].reduce((sum, [pid, ms]) => sum + ms - (before.connections.get(pid) ?? 0), 0);
  return {
    what,
    portalMs: (after.portalMs - before.portalMs) / times,
    postgresMs: postgresMs / times,
    statements: (after.statements - before.statements) / times,
    walBytes: (after.wal - before.wal) / times,
    rows: (after.rows - before.rows) / times,
  };
}

async function totals(portal: Program, database: string): Promise<Totals> {
  await pause(settleMs);
  const [row] = await runSql(
    database,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, tup_inserted + tup_updated + tup_deleted as rows,
      array(select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as pids
    from pg_stat_database where datname = current_database()`,
  );
  const { wal, rows, pids } = counts.parse(row);
  const connections = new Map<number, number>();
  for (const pid of pids) connections.set(pid, await processorMilliseconds(pid).catch(() => 0));
  return {
    portalMs: await processorMilliseconds(portal.pid),
    statements: z.number().parse(await portal.ask({ statements: true })),
    wal,
    rows,
    connections,
  };
}
