/** Measures whether a class that logs in delays others. It calls validate-auth at a steady pace, alone and during logins on 32 connections. */
import * as z from "zod/mini";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, pairedRatio, quantile, takeTurns } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { runClosedLoop } from "#/load/closed-loop.ts";
import { getRequest } from "#/load/connection.ts";
import { logInRequests } from "#/load/log-in-requests.ts";
import { runOpenLoop } from "#/load/open-loop.ts";
import { startPortal } from "#/programs/portal.ts";
import type { Portal } from "#/programs/portal.ts";
import { startDatabaseServer } from "#/stores/database.ts";
import { fillPortal, hashOf, sessionCookie } from "#/stores/fill-portal.ts";

const accounts = 10_000;
const floodConnections = 32;
const probesPerSecond = 200;
const seconds = 8;
const rounds = 5;
const password = "Reading-Rocks-26";
const milliseconds = z.array(z.number());
const insideAnswer = z.object({ dns: milliseconds, file: milliseconds, signing: milliseconds });

interface Turn {
  p50: number;
  p99: number;
  inside: Record<"dns" | "file" | "signing", number>;
  logins: number;
}

await runBench("login-flood", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("flood");
  const probe = import.meta.resolve("./programs/inside-probe.ts");
  const portal = await startPortal(cleanUp, database, ["--import", probe]);
  await fillPortal(database, { accounts, passwordHash: hashOf(password) });
  const nextLogin = logInRequests(portal.port, { accounts, password });
  const flood = (forSeconds: number): Promise<number> => logIn(portal, nextLogin, forSeconds);
  tell("warming up");
  await Promise.all([probeFor(portal, 3), flood(3)]);
  const seen = await takeTurns(
    {
      idle: async () => ({ ...(await probeFor(portal, seconds)), logins: 0 }),
      flood: async () => {
        const [logins, probes] = await Promise.all([flood(seconds), probeFor(portal, seconds)]);
        return { ...probes, logins };
      },
    },
    rounds,
  );
  return report(seen);
}

function report(seen: Record<"idle" | "flood", Turn[]>): Report {
  const p99 = (name: keyof typeof seen): number[] => seen[name].map((turn) => turn.p99);
  const p50 = (name: keyof typeof seen): number[] => seen[name].map((turn) => turn.p50);
  const inside = (what: keyof Turn["inside"]): number[] => seen.flood.map((turn) => turn.inside[what]);
  const ratio = pairedRatio(p99("flood"), p99("idle"));
  const both = (name: keyof typeof seen): string => `${median(p50(name)).toFixed(1)} / ${median(p99(name)).toFixed(1)} ms`;
  const middle = (what: keyof Turn["inside"]) => {
    const value = median(inside(what));
    return { measured: `${value.toFixed(2)} ms`, goal: "<= 2 ms", isMet: value <= 2 };
  };
  return {
    figures: [
      { what: "validate-auth p50 / p99, nobody logs in", measured: both("idle") },
      { what: "validate-auth p50 / p99, flood of logins", measured: both("flood") },
      { what: "  p99, flood to idle", measured: `${ratio.toFixed(2)} x`, goal: "<= 2 x", isMet: ratio <= 2 },
      { what: "DNS look-up p50 in the flood", ...middle("dns") },
      { what: "file stat p50 in the flood", ...middle("file") },
      { what: "ES256 signature p50 in the flood", ...middle("signing") },
      { what: "logins/s in the flood", measured: median(seen.flood.map((turn) => turn.logins)).toFixed(0) },
    ],
    rounds: {
      "idle p50, ms": p50("idle"),
      "flood p50, ms": p50("flood"),
      "idle p99, ms": p99("idle"),
      "flood p99, ms": p99("flood"),
      "flood DNS p50, ms": inside("dns"),
      "flood file p50, ms": inside("file"),
      "flood signing p50, ms": inside("signing"),
    },
    notes: [
      `${probesPerSecond} probes/s (open loop), ${floodConnections} connections log in, ${seconds} s a turn`,
      "DNS, file and signature are timed inside the portal's own process (node --import programs/inside-probe.ts)",
    ],
  };
}

async function logIn({ port }: Portal, nextRequest: () => string, forSeconds: number): Promise<number> {
  const { perSecond } = await runClosedLoop({ port, connections: floodConnections, seconds: forSeconds, nextRequest });
  return perSecond;
}

async function probeFor(portal: Portal, forSeconds: number): Promise<Omit<Turn, "logins">> {
  const nextRequest = (): string => getRequest("/api/auth/auth/validate-auth", sessionCookie(1 + Math.floor(Math.random() * accounts)));
  const [answer, probes] = await Promise.all([
    portal.ask({ probeSeconds: forSeconds }),
    runOpenLoop({ port: portal.port, perSecond: probesPerSecond, seconds: forSeconds, nextRequest }),
  ]);
  const { dns, file, signing } = insideAnswer.parse(answer);
  return {
    p50: quantile(probes, 0.5),
    p99: quantile(probes, 0.99),
    inside: { dns: median(dns), file: median(file), signing: median(signing) },
  };
}
