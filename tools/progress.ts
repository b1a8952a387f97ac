import { styleText } from "node:util";

/** Prints one line per step: what is done while it runs, how long it took when it is over. */
export async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY;
  if (isTerminal) process.stdout.write(`  ${what} ...`);
  const heartbeat = isTerminal ? undefined : setInterval(() => note(`${what}, ${elapsed(started)} so far`), 15_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (isTerminal) process.stdout.write("\r\u001B[K");
    note(`${what.padEnd(36)} ${styleText("dim", elapsed(started))}`);
  }
}

export function note(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

/** The time since `started` (of performance.now) in words: "0.4 s", "2 min 5 s". */
export function elapsed(started: number): string {
  const seconds = (performance.now() - started) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
