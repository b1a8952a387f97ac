/**
 * Real processes for tests. They end with the test's process at the latest, because each script ends when its channel to the test closes.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

export interface RunningScript {
  process: ChildProcess;
  /** All output so far, of both streams. */
  output(): string;
  /** Resolves when the output contains `text`; rejects if the process ends first. */
  says(text: string): Promise<void>;
  /** Resolves with the exit code; null after a signal. */
  ended: Promise<number | null>;
}

/**
 * `script` is a path below `server/`, or an absolute one; `env` is the whole environment except PATH. `stdout` is an open file that takes its
 * standard output.
 */
export function runScript(script: string, env: Record<string, string> = {}, { stdout }: { stdout?: number } = {}): RunningScript {
  const path = isAbsolute(script) ? script : fileURLToPath(new URL(`../${script}`, import.meta.url));
  const child = fork(path, {
    stdio: ["pipe", stdout ?? "pipe", "pipe", "ipc"],
    execArgv: [],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  let output = "";
  const watchers = new Set<() => void>();
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const look of watchers) look();
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  // Wait for "exit", because "close" never comes after the parent has closed the channel.
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.on("exit", resolve)),
    ...[child.stdout, child.stderr].map((stream) => stream && new Promise((resolve) => stream.on("close", resolve))),
  ]).then(([code]) => code);
  return {
    process: child,
    output: () => output,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without saying "${text}":\n${output}`)));
      }),
  };
}
