/**
 * Measures validate-auth, which reads the database on every call. Compares it with a bare route, and with Better Auth on the
 * same PostgreSQL.
 */
import { fileURLToPath } from "node:url";
import { findFreePorts } from "@storyport/tools/ports";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, pairedRatio, takeTurns } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { runClosedLoop } from "#/load/closed-loop.ts";
import { Connection, getRequest } from "#/load/connection.ts";
import { betterAuthCookie, startBetterAuth } from "#/programs/better-auth.ts";
import { startPortal } from "#/programs/portal.ts";
import { processorMilliseconds, residentMebibytes, startProgram } from "#/programs/program.ts";
import { startDatabaseServer } from "#/stores/database.ts";
import { betterAuthToken, fillBetterAuth } from "#/stores/fill-better-auth.ts";
import { fillPortal, sessionCookie } from "#/stores/fill-portal.ts";

const accounts = 10_000;
/** Fewer than the accounts, because each cookie of the cache must be fetched first. */
const cachedSessions = 1000;
const connections = 32;
const seconds = 6;
const rounds = 4;
const getSession = "/api/auth/get-session";

interface Target {
  port: number;
  pid: number;
  nextRequest: () => string;
}

await runBench("validate-auth", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const targets = await startTargets(cleanUp);
  tell("warming up");
  for (const target of Object.values(targets)) await load(target, 2);
  const seen = await takeTurns(
    {
      portal: () => load(targets.portal),
      bareRoute: () => load(targets.bareRoute),
      betterAuth: () => load(targets.betterAuth),
      betterAuthCached: () => load(targets.betterAuthCached),
    },
    rounds,
  );
  const memory = await residentMebibytes(targets.portal.pid);
  const rate = (name: keyof typeof seen): number[] => seen[name].map(({ perSecond }) => perSecond);
  const cost = (name: keyof typeof seen): number[] => seen[name].map(({ processor }) => processor);
  const toBetterAuth = pairedRatio(rate("portal"), rate("betterAuth"));
  const toCached = pairedRatio(rate("portal"), rate("betterAuthCached"));
  const toBare = pairedRatio(cost("portal"), cost("bareRoute"));
  return {
    figures: [
      { what: "portal, requests/s", measured: median(rate("portal")).toFixed(0) },
      { what: "  to Better Auth get-session", measured: `${toBetterAuth.toFixed(1)} x`, goal: ">= 13 x", isMet: toBetterAuth >= 13 },
      { what: "  to its cookie cache", measured: `${toCached.toFixed(1)} x`, goal: ">= 5 x", isMet: toCached >= 5 },
      { what: "processor time per request, to a bare route", measured: `${toBare.toFixed(1)} x`, goal: "<= 5 x", isMet: toBare <= 5 },
      { what: "memory of the portal under load", measured: `${memory.toFixed(0)} MiB`, goal: "<= 200 MiB", isMet: memory <= 200 },
    ],
    rounds: {
      "portal, requests/s": rate("portal"),
      "bare route, requests/s": rate("bareRoute"),
      "Better Auth, requests/s": rate("betterAuth"),
      "Better Auth cached, requests/s": rate("betterAuthCached"),
      "portal, us of processor": cost("portal"),
      "bare route, us of processor": cost("bareRoute"),
      "Better Auth, us of processor": cost("betterAuth"),
      "Better Auth cached, us of processor": cost("betterAuthCached"),
    },
    notes: [`${connections} connections, random sessions of ${accounts} accounts (cookie cache: ${cachedSessions}), ${seconds} s a turn`],
  };
}

async function startTargets(cleanUp: CleanUp) {
  const server = await startDatabaseServer(cleanUp);
  const portalDatabase = await server.create("portal");
  const peerDatabase = await server.create("peer");
  const portal = await startPortal(cleanUp, portalDatabase);
  await fillPortal(portalDatabase, { accounts });
  const betterAuth = await startBetterAuth(cleanUp, { databaseUrl: peerDatabase });
  await fillBetterAuth(peerDatabase, { accounts, passwordHash: betterAuth.passwordHash, group: "user" });
  const cached = await startBetterAuth(cleanUp, { databaseUrl: peerDatabase, hasCookieCache: true });
  const cachedRequests = await fetchCachedCookies(cached.port);
  const barePort = await findFreePorts(1);
  const bareRoute = await startProgram(cleanUp, {
    script: fileURLToPath(import.meta.resolve("./programs/bare-route.ts")),
    env: { PORT: String(barePort) },
  });
  const any = (most: number): number => 1 + Math.floor(Math.random() * most);
  return {
    portal: { ...portal, nextRequest: () => getRequest("/api/auth/auth/validate-auth", sessionCookie(any(accounts))) },
    bareRoute: { ...bareRoute, port: barePort, nextRequest: () => getRequest("/") },
    betterAuth: { ...betterAuth, nextRequest: () => getRequest(getSession, betterAuthCookie(betterAuthToken("user", any(accounts)))) },
    betterAuthCached: { ...cached, nextRequest: () => cachedRequests[any(cachedSessions) - 1] ?? "" },
  };
}

/** Fetches the cookies that a browser would send after its first call. */
async function fetchCachedCookies(port: number): Promise<string[]> {
  const connection = new Connection(port);
  const requests: string[] = [];
  for (let number = 1; number <= cachedSessions; number += 1) {
    const own = betterAuthCookie(betterAuthToken("user", number));
    const { head } = await connection.send(getRequest(getSession, own));
    const cookie = /set-cookie: (better-auth\.session_data=[^;]+)/i.exec(head)?.[1];
    if (cookie === undefined) throw new Error(`Better Auth gave no cookie to cache:\n${head}`);
    requests.push(getRequest(getSession, `${own}; ${cookie}`));
  }
  connection.close();
  return requests;
}

async function load({ port, pid, nextRequest }: Target, forSeconds = seconds): Promise<{ perSecond: number; processor: number }> {
  const before = await processorMilliseconds(pid);
  const { answers, perSecond } = await runClosedLoop({ port, connections, seconds: forSeconds, nextRequest });
  return { perSecond, processor: ((await processorMilliseconds(pid)) - before) * (1000 / answers) };
}
