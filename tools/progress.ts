import { styleText } from "node:util";

const running = new Set<string>();

/** Prints one line per step: its name while it runs, its duration afterwards. Several may run concurrently. */
export async function withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const isTerminal = process.stdout.isTTY;
  running.add(what);
  if (isTerminal) showRunning();
  const heartbeat = isTerminal ? undefined : setInterval(() => note(`${what}, ${elapsed(started)} so far`), 15_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    running.delete(what);
    note(`${what.padEnd(36)} ${styleText("dim", elapsed(started))}`);
  }
}

export function note(line: string): void {
  if (process.stdout.isTTY) process.stdout.write("\r\u001B[K");
  process.stdout.write(`  ${line}\n`);
  if (process.stdout.isTTY && running.size > 0) showRunning();
}

function showRunning(): void {
  process.stdout.write(`\r\u001B[K  ${[...running].join(", ")} ...`);
}

/** Returns the time since `started` (of performance.now) in words: "0.4 s", "2 min 5 s". */
export function elapsed(started: number, now = performance.now()): string {
  const seconds = (now - started) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
