/** What one operation costs: processor time of portal and PostgreSQL, statements, write-ahead log and rows. */
import { readFile, readdir } from "node:fs/promises";
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

type Totals = Omit<UnitCost, "what">;

/** PostgreSQL publishes its counts of rows a second after a transaction, at the latest. */
const settleMs = 1500;
const counts = z.object({ wal: z.coerce.number(), rows: z.coerce.number(), pid: z.number() });

/** Runs `work` and divides by `times`. Other work on the same PostgreSQL would be counted too. */
export async function costOf(
  { what, times, work }: { what: string; times: number; work: () => Promise<unknown> },
  { portal, database }: { portal: Program; database: string },
): Promise<UnitCost> {
  const before = await totals(portal, database);
  await work();
  const after = await totals(portal, database);
  const each = (name: keyof Totals): number => (after[name] - before[name]) / times;
  return {
    what,
    portalMs: each("portalMs"),
    postgresMs: each("postgresMs"),
    statements: each("statements"),
    walBytes: each("walBytes"),
    rows: each("rows"),
  };
}

async function totals(portal: Program, database: string): Promise<Totals> {
  await pause(settleMs);
  const [row] = await runSql(
    database,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, tup_inserted + tup_updated + tup_deleted as rows, pg_backend_pid() as pid
    from pg_stat_database where datname = current_database()`,
  );
  const { wal, rows, pid } = counts.parse(row);
  return {
    portalMs: await processorMilliseconds(portal.pid),
    postgresMs: await postgresMilliseconds(pid),
    statements: z.number().parse(await portal.ask({ statements: true })),
    walBytes: wal,
    rows,
  };
}

const millisecondsPerTick = 10;

/** All processes of the server of this backend, also those that have ended. */
async function postgresMilliseconds(backend: number): Promise<number> {
  const server = Number((await statOf(String(backend)))?.[1]);
  let ticks = 0;
  for (const entry of await readdir("/proc")) {
    const fields = /^\d+$/.test(entry) ? await statOf(entry) : undefined;
    if (fields === undefined) continue;
    const [user, system, endedUser, endedSystem] = [11, 12, 13, 14].map((field) => Number(fields[field]));
    if (Number(fields[1]) === server) ticks += (user ?? 0) + (system ?? 0);
    if (Number(entry) === server) ticks += (user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0);
  }
  return ticks * millisecondsPerTick;
}

/** The fields of /proc/<pid>/stat behind the name; undefined for a process that has ended. */
async function statOf(pid: string): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}
