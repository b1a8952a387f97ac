/**
 * Measures the sweep of twenty million rows, most of them expired, beside a light load. It measures the time of each batch, the longest
 * wait for a lock, and validate-auth before and during the sweep. A number after the name takes so many million rows.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectFolder } from "@storyport/tools/project-folder";
import * as z from "zod/mini";
import type { CleanUp } from "#/figures/clean-up.ts";
import { quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { getRequest } from "#/load/connection.ts";
import { runOpenLoop } from "#/load/open-loop.ts";
import { startPortal, temporaryFolder } from "#/programs/portal.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { fillExpired } from "#/stores/fill-expired.ts";
import { fillPortal, sessionCookie } from "#/stores/fill-portal.ts";

const accounts = 10_000;
const perSecond = 50;
const secondsBefore = 30;
const ended = 0.85;
const run = promisify(execFile);
const size = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() });

await runBench("sweep", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const rows = Number(process.argv.find((word) => /^[\d.]+$/.test(word)) ?? 20) * 1e6;
  const database = await (await startDatabaseServer(cleanUp)).create("sweep");
  const portal = await startPortal(cleanUp, database);
  await fillPortal(database, { accounts });
  const began = performance.now();
  await fillExpired(database, { sessions: rows * 0.6, refreshTokens: rows * 0.4, ended, accounts });
  const filled = (performance.now() - began) / 1000;
  const load = (seconds: number): Promise<number[]> =>
    runOpenLoop({ port: portal.port, perSecond, seconds, nextRequest: () => getRequest("/api/auth/auth/validate-auth", cookie()) });
  tell("validate-auth alone");
  const before = await load(secondsBefore);
  const full = await sizeOf(database);
  const during = await sweepUnder(cleanUp, { database, load: () => load(5) });
  const left = await sizeOf(database);
  return {
    figures: [
      { what: "rows before, after", measured: `${millions(full.rows)}, ${millions(left.rows)} million (${gigabytes(full.bytes)} GB)` },
      { what: "the whole sweep", measured: `${during.seconds.toFixed(0)} s, ${(during.removed / during.seconds).toFixed(0)} rows/s` },
      ...during.tables.map((table) => ({ what: "  batches", measured: table })),
      {
        what: "longest wait for a lock",
        measured: `${during.longestWaitMs.toFixed(0)} ms`,
        goal: "<= 500 ms",
        isMet: during.longestWaitMs <= 500,
      },
      { what: "validate-auth p50, p99 alone", measured: `${quantile(before, 0.5).toFixed(1)}, ${quantile(before, 0.99).toFixed(1)} ms` },
      {
        what: "validate-auth p50, p99 during the sweep",
        measured: `${quantile(during.answers, 0.5).toFixed(1)}, ${quantile(during.answers, 0.99).toFixed(1)} ms`,
      },
      { what: "slowest validate-auth during the sweep", measured: `${Math.max(...during.answers).toFixed(0)} ms` },
    ],
    rounds: {},
    notes: [
      `${perSecond} validate-auth a second of ${accounts} live sessions, each marked as seen at most once a minute`,
      `filled in ${filled.toFixed(0)} s; ${ended * 100} % of the rows had ended; the sweep was \`npm run admin -- sweep\` in a process of its own`,
    ],
  };
}

function cookie(): string {
  return sessionCookie(1 + Math.floor(Math.random() * accounts));
}

interface Sweep {
  seconds: number;
  removed: number;
  tables: string[];
  longestWaitMs: number;
  answers: number[];
}

async function sweepUnder(cleanUp: CleanUp, { database, load }: { database: string; load: () => Promise<number[]> }): Promise<Sweep> {
  tell("sweeping under load");
  const folder = await temporaryFolder(cleanUp);
  const began = performance.now();
  const program = run(process.execPath, ["server/run.mjs", "admin", "sweep"], {
    cwd: projectFolder,
    env: { ...process.env, DATABASE_URL: database, DATA_DIR: folder },
  });
  const state = { isOver: false };
  const over = program.finally(() => (state.isOver = true));
  const waits = watchLocks(database, state);
  const answers: number[] = [];
  while (!state.isOver) answers.push(...(await load()));
  const { stdout } = await over;
  const tables = stdout.split("\n").filter((line) => /^(sessions|token_families|refresh_tokens):/.test(line));
  const removed = tables.reduce((sum, line) => sum + Number(/: (\d+) removed/.exec(line)?.[1] ?? 0), 0);
  return { seconds: (performance.now() - began) / 1000, removed, tables, longestWaitMs: await waits, answers };
}

/** Returns the longest wait that any process of the database was seen in, looked for 20 times a second. */
async function watchLocks(database: string, state: { isOver: boolean }): Promise<number> {
  let longest = 0;
  while (!state.isOver) {
    const [row] = await runSql(
      database,
      "select coalesce(extract(epoch from max(clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms from pg_locks where not granted",
    );
    longest = Math.max(longest, Number(row?.["ms"] ?? 0));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return longest;
}

async function sizeOf(database: string): Promise<z.infer<typeof size>> {
  const [row] = await runSql(
    database,
    `select (select count(*) from sessions) + (select count(*) from token_families) + (select count(*) from refresh_tokens) as rows,
      pg_total_relation_size('sessions') + pg_total_relation_size('token_families') + pg_total_relation_size('refresh_tokens') as bytes`,
  );
  return size.parse(row);
}

function millions(rows: number): string {
  return (rows / 1e6).toFixed(1);
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
