import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { projectFolder } from "./project-folder.ts";

const patienceMs = 10_000;
const repeatedSignalMs = 1_000;
const running = new Map<ChildProcess, { readonly leadsGroup: boolean }>();
let stopping: { readonly since: number; readonly finished: Promise<void> } | undefined;

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * Starts a long-running program beside this process, on this Node, and prints its output. The channel closes when this process ends
 * in any way, so that the program can end too.
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

/** Adds a child to those that are stopped together with this process. With `leadsGroup` all that it started is stopped too. */
export function endWithUs(child: ChildProcess, { leadsGroup = false } = {}): void {
  running.set(child, { leadsGroup });
  const forget = (): void => void running.delete(child);
  child.once("exit", forget).once("error", forget);
}

/** Waits for the first of the programs to end and returns its exit code; a requested stop counts as success. */
export async function firstToEnd(programs: readonly ChildProcess[]): Promise<number> {
  return await new Promise((resolve) => {
    for (const program of programs) {
      program.once("error", () => resolve(1));
      program.once("exit", (code) => resolve(stopping === undefined ? (code ?? 1) : 0));
    }
  });
}

/** Asks every program to stop and waits. Kills those that still run after ten seconds. */
export async function stopPrograms(): Promise<void> {
  stopping ??= { since: performance.now(), finished: endAll() };
  await stopping.finished;
}

/** Ctrl-C reaches the whole group, and npm also forwards it. Only a later second signal means that the user insists. */
export function stopOnSignals(): void {
  const stop = (): void => {
    if (stopping !== undefined && performance.now() - stopping.since > repeatedSignalMs) killAll();
    void stopPrograms();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // Connected only if tools/bootstrap.mjs started this process. Without that parent nothing could stop it.
  if (process.connected) process.once("disconnect", stop).channel?.unref();
  // npm starts a shell in between, which dies of a signal without forwarding it.
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
}

/** For a parent that may be killed and cannot stop its children. */
export function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    void stopPrograms();
  }, 500);
  watch.unref();
}

/** Returns whether a signal or `stopPrograms` has begun to end everything. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

async function endAll(): Promise<void> {
  const ends = [...running].map(async ([child, { leadsGroup }]) => {
    const end = new Promise((resolve) => child.once("exit", resolve));
    if (leadsGroup) signalGroup(child, "SIGTERM");
    else child.kill("SIGTERM");
    await end;
  });
  await Promise.race([Promise.all(ends), delay(patienceMs, undefined, { ref: false })]);
  killAll();
}

function killAll(): void {
  for (const [child, { leadsGroup }] of running) {
    if (leadsGroup) signalGroup(child, "SIGKILL");
    else child.kill("SIGKILL");
  }
}

/** Sends a signal to a child that was started detached, and to all that it started. Also after the child itself has ended. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}
