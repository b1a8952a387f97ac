/** Measures how much of the machine's argon2id the portal turns into logins over HTTP. Compares it with Better Auth on the same PostgreSQL. */
import * as z from "zod/mini";
import { fileURLToPath } from "node:url";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, pairedRatio, takeTurns } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { runClosedLoop } from "#/load/closed-loop.ts";
import { logInRequests } from "#/load/log-in-requests.ts";
import { postRequest } from "#/load/connection.ts";
import { startBetterAuth } from "#/programs/better-auth.ts";
import { startPortal } from "#/programs/portal.ts";
import { startProgram } from "#/programs/program.ts";
import { startDatabaseServer } from "#/stores/database.ts";
import { betterAuthEmail, fillBetterAuth } from "#/stores/fill-better-auth.ts";
import { fillPortal, hashOf } from "#/stores/fill-portal.ts";

/** Enough for 190 logins a second. So each login is the first of its account, and posts no letter about a new device. */
const accounts = 5000;
const connections = 16;
const seconds = 6;
const rounds = 4;
const password = "Reading-Rocks-26";
const loopAnswer = z.object({ perSecond: z.number() });

type Turn = (forSeconds?: number) => Promise<number>;

await runBench("password-logins", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const turns = await startTurns(cleanUp);
  tell("warming up");
  for (const turn of Object.values(turns)) await turn(2);
  const seen = await takeTurns(turns, rounds);
  const toLoop = pairedRatio(seen.portal, seen.verifyLoop);
  const toDefault = pairedRatio(seen.portal, seen.betterAuth);
  const toArgon2 = pairedRatio(seen.portal, seen.betterAuthArgon2);
  return {
    figures: [
      { what: "portal, logins/s", measured: median(seen.portal).toFixed(0) },
      { what: "  to a bare verify loop", measured: toLoop.toFixed(2), goal: ">= 0.9", isMet: toLoop >= 0.9 },
      { what: "  to Better Auth's default (scrypt)", measured: `${toDefault.toFixed(1)} x`, goal: ">= 5 x", isMet: toDefault >= 5 },
      { what: "  to Better Auth with the same argon2", measured: `${toArgon2.toFixed(2)} x`, goal: ">= 1.2 x", isMet: toArgon2 >= 1.2 },
    ],
    rounds: {
      "portal, logins/s": seen.portal,
      "verify loop, checks/s": seen.verifyLoop,
      "Better Auth, logins/s": seen.betterAuth,
      "Better Auth with argon2, logins/s": seen.betterAuthArgon2,
    },
    notes: [`${connections} connections, ${accounts} accounts with the right password, ${seconds} s a turn`],
  };
}

async function startTurns(cleanUp: CleanUp): Promise<Record<"portal" | "verifyLoop" | "betterAuth" | "betterAuthArgon2", Turn>> {
  const server = await startDatabaseServer(cleanUp);
  const hash = hashOf(password);
  const portalDatabase = await server.create("portal");
  const portal = await startPortal(cleanUp, portalDatabase);
  await fillPortal(portalDatabase, { accounts, passwordHash: hash });
  const loop = await startProgram(cleanUp, { script: fileURLToPath(import.meta.resolve("./programs/verify-loop.ts")) });
  const peerDatabase = await server.create("peer");
  const peerTurn = async (hashing: "scrypt" | "argon2"): Promise<Turn> => {
    const peer = await startBetterAuth(cleanUp, { databaseUrl: peerDatabase, hashing, password });
    await fillBetterAuth(peerDatabase, { accounts, passwordHash: peer.passwordHash, group: hashing });
    let next = 0;
    const nextRequest = (): string => {
      next = (next % accounts) + 1;
      return postRequest("/api/auth/sign-in/email", peer.port, { email: betterAuthEmail(hashing, next), password });
    };
    return (forSeconds = seconds) => logInsPerSecond(peer.port, nextRequest, forSeconds);
  };
  const nextLogin = logInRequests(portal.port, { accounts, password });
  return {
    portal: (forSeconds = seconds) => logInsPerSecond(portal.port, nextLogin, forSeconds),
    verifyLoop: async (forSeconds = seconds) => loopAnswer.parse(await loop.ask({ hash, password, seconds: forSeconds })).perSecond,
    betterAuth: await peerTurn("scrypt"),
    betterAuthArgon2: await peerTurn("argon2"),
  };
}

async function logInsPerSecond(port: number, nextRequest: () => string, forSeconds: number): Promise<number> {
  const { perSecond } = await runClosedLoop({ port, connections, seconds: forSeconds, nextRequest });
  return perSecond;
}
