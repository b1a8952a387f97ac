import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { projectFolder } from "./project-folder.ts";

const patienceMs = 10_000;
const repeatedSignalMs = 1_000;
const running = new Set<ChildProcess>();
let stopping: { readonly since: number; readonly finished: Promise<void> } | undefined;

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * Starts a long-running program beside this one, on this Node, its words shown as they are.
 * The channel closes when this process is gone, however it went, so that the program can follow.
 */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? projectFolder,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  endWithUs(child);
  return child;
}

/** Counts a child among those that are stopped when this process is asked to stop. */
export function endWithUs(child: ChildProcess): void {
  running.add(child);
  const forget = (): void => void running.delete(child);
  child.once("exit", forget).once("error", forget);
}

/** Waits for the first of the programs to end and says how; signals that were asked for count as a good end. */
export async function firstToEnd(programs: readonly ChildProcess[]): Promise<number> {
  return await new Promise((resolve) => {
    for (const program of programs) {
      program.once("error", () => resolve(1));
      program.once("exit", (code) => resolve(stopping === undefined ? (code ?? 1) : 0));
    }
  });
}

/** Asks every program to stop and waits for it; whoever has not gone after ten seconds is ended. */
export async function stopPrograms(): Promise<void> {
  stopping ??= { since: performance.now(), finished: endAll() };
  await stopping.finished;
}

/** Ctrl-C reaches the whole group and npm passes it on as well: only a signal that comes later means impatience. */
export function stopOnSignals(): void {
  const stop = (): void => {
    if (stopping !== undefined && performance.now() - stopping.since > repeatedSignalMs) killAll();
    void stopPrograms();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // Only there when tools/bootstrap.mjs started this process: it is gone, so nobody could stop this one.
  if (process.connected) process.once("disconnect", stop).channel?.unref();
  // npm puts a shell between, which dies of a signal and passes nothing on.
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
}

/** For a parent that may be ended without a word to its children. */
export function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    void stopPrograms();
  }, 500);
  watch.unref();
}

export function isStopping(): boolean {
  return stopping !== undefined;
}

async function endAll(): Promise<void> {
  const ends = [...running].map(async (child) => {
    const end = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await end;
  });
  await Promise.race([Promise.all(ends), delay(patienceMs, undefined, { ref: false })]);
  killAll();
}

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}
