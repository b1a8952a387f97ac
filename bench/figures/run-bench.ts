/** Runs a measurement: always cleans up, prints its figures and rounds, and never fails because of a figure. */
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createCleanUp } from "./clean-up.ts";
import type { CleanUp } from "./clean-up.ts";
import { printTable } from "./print-table.ts";

export interface Figure {
  what: string;
  measured: string;
  /** As bench/README.md words it. A figure without a goal is background. */
  goal?: string;
  isMet?: boolean;
}

export interface Report {
  figures: Figure[];
  /** The values of each round, for readers who doubt the median. */
  rounds: Record<string, readonly number[]>;
  notes?: string[];
}

/** Exits 0 after a measurement, whether or not the goal is met. Exits 1 if it could not measure, and 130 after Ctrl-C. */
export async function runBench(name: string, measure: (cleanUp: CleanUp) => Promise<Report>): Promise<never> {
  const { values } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
  const cleanUp = createCleanUp();
  const end = async (exitCode: number): Promise<never> => {
    await cleanUp.now();
    process.exit(exitCode);
  };
  const interruption = untilInterrupted();
  // Such as a request of an open loop that fails before the loop awaits it.
  process.on("unhandledRejection", (error) => interruption.fail(error));
  const loadBefore = loadNow();
  try {
    const report = await Promise.race([measure(cleanUp), interruption.promise]);
    const load = `load of the machine (${availableParallelism()} cores): ${loadBefore} before, ${loadNow()} after`;
    print(name, report, load);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ name, date: today(), load, ...report }, null, 2)}\n`);
  } catch (error) {
    if (error instanceof Interrupted) return end(130);
    console.error(error);
    return end(1);
  }
  return end(0);
}

class Interrupted extends Error {}

/** Rejects on Ctrl-C, or with the first unhandled failure. */
function untilInterrupted(): { promise: Promise<never>; fail: (error: unknown) => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => reject(new Interrupted()));
  return { promise, fail: reject };
}

/** Prints one line of progress, because a measurement takes minutes. */
export function tell(step: string): void {
  console.error(`  ${step}`);
}

function print(name: string, { figures, rounds, notes = [] }: Report, load: string): void {
  console.log(`\n${name}, ${today()}`);
  printTable([
    ["", "measured", "goal", ""],
    ...figures.map(({ what, measured, goal = "", isMet }) => [what, measured, goal, isMet === undefined ? "" : isMet ? "met" : "NOT MET"]),
  ]);
  console.log("\nrounds");
  printTable(Object.entries(rounds).map(([what, values]) => [what, ...values.map((value) => value.toPrecision(4))]));
  console.log([`\n${load}`, ...notes].join("\n"));
}

function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
