/**
 * Compares the rate of validate-auth at 1,000,000 and at 10,000 accounts. Also measures what a session costs on disk, and the memory of
 * both portals.
 */
import * as z from "zod/mini";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, pairedRatio, takeTurns } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { runClosedLoop } from "#/load/closed-loop.ts";
import { getRequest } from "#/load/connection.ts";
import { startPortal } from "#/programs/portal.ts";
import type { Portal } from "#/programs/portal.ts";
import { residentMebibytes } from "#/programs/program.ts";
import { runSql, startDatabaseServer } from "#/stores/database.ts";
import { fillPortal, sessionCookie } from "#/stores/fill-portal.ts";

const few = 10_000;
const many = 1_000_000;
const connections = 32;
const seconds = 6;
const rounds = 4;
/** In the future, so that no call marks a session as seen. This measurement is about the number of sessions, not their use. */
const lastSeen = "now() + interval '1 hour'";
const sizes = z.object({ sessions: z.coerce.number(), everything: z.coerce.number() });

interface School {
  portal: Portal;
  database: string;
  accounts: number;
}

await runBench("growth", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const open = async (purpose: string, accounts: number): Promise<School> => {
    const database = await server.create(purpose);
    const portal = await startPortal(cleanUp, database);
    tell(`making ${accounts} accounts with a session each`);
    await fillPortal(database, { accounts, lastSeen });
    return { portal, database, accounts };
  };
  const small = await open("few", few);
  const large = await open("many", many);
  tell("warming up");
  for (const school of [small, large]) await load(school, 4);
  const seen = await takeTurns({ few: () => load(small), many: () => load(large) }, rounds);
  const memory = { few: await residentMebibytes(small.portal.pid), many: await residentMebibytes(large.portal.pid) };
  const disk = await measureDisk(large.database);
  const marked = await loadWithMarks(large);
  const ratio = pairedRatio(seen.many, seen.few);
  return {
    figures: [
      { what: "validate-auth/s, 10,000 accounts", measured: median(seen.few).toFixed(0) },
      { what: "validate-auth/s, 1,000,000 accounts", measured: median(seen.many).toFixed(0) },
      { what: "  1,000,000 to 10,000", measured: ratio.toFixed(2), goal: ">= 0.85", isMet: ratio >= 0.85 },
      {
        what: "disk per session, with indexes",
        measured: `${disk.perSession.toFixed(0)} bytes`,
        goal: "<= 260 bytes",
        isMet: disk.perSession <= 260,
      },
      { what: "the whole database at 1,000,000", measured: `${disk.wholeMegabytes.toFixed(0)} MB` },
      {
        what: "memory under load, 10,000 / 1,000,000",
        measured: `${memory.few.toFixed(0)} / ${memory.many.toFixed(0)} MiB`,
        goal: "<= 200 MiB",
        isMet: Math.max(memory.few, memory.many) <= 200,
      },
      {
        what: "at 1,000,000, every call the session's first in a minute",
        measured: `${(marked / median(seen.many)).toFixed(2)} of the rate`,
      },
    ],
    rounds: { "10,000, requests/s": seen.few, "1,000,000, requests/s": seen.many, "marking each, requests/s": [marked] },
    notes: [
      `${connections} connections, random sessions, ${seconds} s a turn; no session is due to be marked as seen but in the last line`,
    ],
  };
}

async function load({ portal, accounts }: School, forSeconds = seconds): Promise<number> {
  const nextRequest = (): string => getRequest("/api/auth/auth/validate-auth", sessionCookie(1 + Math.floor(Math.random() * accounts)));
  const { perSecond } = await runClosedLoop({ port: portal.port, connections, seconds: forSeconds, nextRequest });
  return perSecond;
}

/** The most expensive case: each call writes, because its session was last seen more than a minute ago. */
async function loadWithMarks(school: School): Promise<number> {
  tell("every call marks its session");
  await runSql(school.database, "update sessions set last_seen_at = now() - interval '10 minutes'");
  return load(school);
}

async function measureDisk(url: string): Promise<{ perSession: number; wholeMegabytes: number }> {
  const rows = await runSql(
    url,
    `select pg_total_relation_size('sessions')::float8 / count(*) as sessions, pg_database_size(current_database()) as everything from sessions`,
  );
  const { sessions, everything } = sizes.parse(rows[0]);
  return { perSession: sessions, wholeMegabytes: everything / 1e6 };
}
