/** Metrics that all portals share: waiting letters, keys, the end of the history and the sweep. Each portal reads them at each scrape. */
import { sql } from "kysely";
import { Counter, Gauge } from "prom-client";
import type { Database } from "#/platform/database/connect.ts";
import { sweepRules } from "#/platform/jobs/sweep-rules.ts";
import type { PortalMetrics } from "./portal-metrics.ts";

/** A metric whose value is null is left out of the answer. */
interface Shared {
  letters_waiting: number;
  oldest_letter_seconds: number;
  letters_failing: number;
  key_created_at: number | null;
  key_ends_at: number | null;
  history_ends_at: number | null;
  failing_tables: number;
}

interface SweptTable {
  name: string;
  /** Null until a sweep of the table has ended. */
  finished_at: number | null;
  removed: number;
}

const shared = [
  ["letters_waiting", "storyport_outbox_waiting_letters", "Letters that are not sent yet."],
  ["oldest_letter_seconds", "storyport_outbox_oldest_letter_seconds", "Age of the oldest letter that is not sent yet; 0 without one."],
  ["letters_failing", "storyport_outbox_failing_letters", "Waiting letters that the mail server did not take at least once."],
  ["key_created_at", "storyport_signing_key_start_timestamp_seconds", "When the present signing key began to sign."],
  ["key_ends_at", "storyport_signing_key_end_timestamp_seconds", "When the last signing key ends. The next one is made two days before."],
  [
    "history_ends_at",
    "storyport_history_end_timestamp_seconds",
    "When the last month of the history that has a table ends. They are made a year ahead.",
  ],
  ["failing_tables", "storyport_sweep_failing_tables", "Tables whose last sweep failed."],
] as const satisfies readonly (readonly [keyof Shared, string, string])[];

/** Without an answer of the database these metrics are missing, and `storyport_database_up` is 0. */
export function watchDatabase(metrics: PortalMetrics, database: Database): void {
  const { registry } = metrics;
  const gauges = shared.map(([column, name, help]) => ({ column, gauge: new Gauge({ name, help, registers: [registry] }) }));
  const up = new Gauge({ name: "storyport_database_up", help: "1 if the database answered at this scrape.", registers: [registry] });
  const showSweep = sweepMetrics(metrics);
  metrics.readFirst(async () => {
    const found = await Promise.all([readShared(database), readSwept(database)]).catch(() => undefined);
    const [row, swept = []] = found ?? [];
    up.set(row === undefined ? 0 : 1);
    for (const { column, gauge } of gauges) {
      const value = row?.[column];
      if (typeof value === "number") gauge.set(value);
      else gauge.remove();
    }
    showSweep(swept);
  });
}

/** Shows what the sweep wrote into its rows, so that every portal tells the same, whichever of them swept. */
function sweepMetrics({ registry }: PortalMetrics): (swept: readonly SweptTable[]) => void {
  const labelNames = ["table"] as const;
  const registers = [registry];
  const finished = new Gauge({
    name: "storyport_sweep_last_success_timestamp_seconds",
    help: "When expired rows of the table were last removed to the end, by any portal.",
    labelNames,
    registers,
  });
  const removed = new Counter({
    name: "storyport_sweep_removed_rows_total",
    help: "Expired rows of the table that all portals have removed since the installation.",
    labelNames,
    registers,
  });
  return (swept) => {
    finished.reset();
    removed.reset();
    for (const { name: table, finished_at, removed: rows } of swept) {
      if (finished_at !== null) finished.set({ table }, finished_at);
      removed.inc({ table }, rows);
    }
  };
}

/** A later release may sweep other tables. Only ours become labels. */
async function readSwept(database: Database): Promise<SweptTable[]> {
  const { rows } = await sql<SweptTable>`
    select name, extract(epoch from finished_at)::float8 as finished_at, removed_in_all::float8 as removed
    from sweep_runs where name = any(${sweepRules.map(({ table }) => table)}::text[])`.execute(database);
  return rows;
}

async function readShared(database: Database): Promise<Shared | undefined> {
  const { rows } = await sql<Shared>`
    select count(*)::int as letters_waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_letter_seconds,
      count(*) filter (where last_error is not null)::int as letters_failing,
      (select extract(epoch from max(signs_from))::float8 from signing_keys where signs_from <= now()) as key_created_at,
      (select extract(epoch from max(signs_until))::float8 from signing_keys) as key_ends_at,
      (
        select extract(epoch from (max(to_date(substring(c.relname from '\\d{4}_\\d\\d$'), 'YYYY_MM')) + interval '1 month') at time zone 'UTC')::float8
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass
      ) as history_ends_at,
      (select count(*) from sweep_runs where error is not null)::int as failing_tables
    from outbox where sent_at is null and abandoned_at is null`.execute(database);
  return rows[0];
}
