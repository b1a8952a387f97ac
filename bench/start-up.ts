/**
 * Measures the time from the command to readiness, with everything installed and built. It starts the portal alone, and the demo with
 * its stand-ins.
 */
import { setTimeout as delay } from "node:timers/promises";
import { findFreePorts } from "@storyport/tools/ports";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median, takeTurns } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { portalStart, temporaryFolder } from "#/programs/portal.ts";
import { spawnNode, stopChild } from "#/programs/program.ts";
import type { ProgramStart } from "#/programs/program.ts";
import { startDatabaseServer } from "#/stores/database.ts";

const rounds = 5;
const pollEvery = 5;
const patience = 60_000;

await runBench("start-up", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const place = { port: await findFreePorts(6), folder: await temporaryFolder(cleanUp), databaseUrl: await server.create("start") };
  const demoPlace = { port: await findFreePorts(6), folder: await temporaryFolder(cleanUp) };
  const portal = [portalStart(place)];
  const demo = [portalStart(demoPlace), standInsStart(demoPlace)];
  tell("first starts: they migrate and seed");
  await startOnce(cleanUp, portal, place.port);
  const firstDemo = await startOnce(cleanUp, demo, demoPlace.port);
  const seen = await takeTurns(
    { portal: () => startOnce(cleanUp, portal, place.port), demo: () => startOnce(cleanUp, demo, demoPlace.port) },
    rounds,
  );
  const alone = median(seen.portal);
  const all = median(seen.demo);
  return {
    figures: [
      { what: "portal alone on PostgreSQL", measured: `${alone.toFixed(2)} s`, goal: "<= 0.5 s", isMet: alone <= 0.5 },
      { what: "demo: portal on its embedded database, and stand-ins", measured: `${all.toFixed(2)} s`, goal: "<= 3 s", isMet: all <= 3 },
      { what: "demo, first start of all (makes the database)", measured: `${firstDemo.toFixed(2)} s` },
    ],
    rounds: { "portal, s": seen.portal, "demo, s": seen.demo },
    notes: ["from spawning the process to the first 200 of /readyz; the demo also waits for its stand-ins"],
  };
}

function standInsStart({ port, folder }: { port: number; folder: string }): ProgramStart {
  const env = { PORT: String(port), STAND_INS_PORT: String(port + 1), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: folder };
  return { script: "stand-ins/start.ts", env };
}

/** Returns the seconds until the portal and every other program are ready. */
async function startOnce(cleanUp: CleanUp, programs: readonly ProgramStart[], port: number): Promise<number> {
  const start = performance.now();
  const children = programs.map(spawnNode);
  const stop = (): Promise<unknown> => Promise.all(children.map(stopChild));
  cleanUp.later(stop);
  const ends = children.map(
    (child) => new Promise((_, reject) => child.once("exit", () => reject(new Error("a program ended at its start")))),
  );
  const messages = children.slice(1).map((child) => new Promise((resolve) => child.once("message", resolve)));
  try {
    await Promise.race([Promise.all([untilReady(port), ...messages]), ...ends]);
    return (performance.now() - start) / 1000;
  } finally {
    await stop();
    await Promise.allSettled(ends);
  }
}

async function untilReady(port: number): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(pollEvery);
  }
  throw new Error(`nothing became ready on port ${port}`);
}
