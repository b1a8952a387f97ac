/** Starts, calls, measures and stops a program under test in its own process. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { projectFolder } from "@storyport/tools/project-folder";
import type { CleanUp } from "#/figures/clean-up.ts";

export interface ProgramStart {
  script: string;
  /** The words after the script. */
  words?: readonly string[];
  env?: Record<string, string>;
  /** Options of Node itself. */
  nodeOptions?: readonly string[];
  cwd?: string;
}

export interface Program {
  pid: number;
  /** The program's first message. */
  greeting: unknown;
  ask(question: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

const patience = 60_000;
/** Linux counts processor time in hundredths of a second on every platform that Node supports. */
const millisecondsPerTick = 10;

/**
 * Waits for the first message, which every program here sends when it is ready. The program ends with this process, because its
 * channel closes.
 */
export async function startProgram(cleanUp: CleanUp, start: ProgramStart): Promise<Program> {
  const child = spawnNode(start);
  const stop = (): Promise<void> => stopChild(child);
  cleanUp.later(stop);
  const greeting = await nextMessage(child, start.script);
  return {
    pid: child.pid ?? 0,
    greeting,
    stop,
    ask(question) {
      const answer = nextMessage(child, start.script);
      child.send(Object(question));
      return answer;
    },
  };
}

export function spawnNode({ script, words = [], env = {}, nodeOptions = [], cwd = projectFolder }: ProgramStart): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, script, ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(force);
}

function nextMessage(child: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${script} ended`));
    const timer = setTimeout(() => reject(new Error(`${script} said nothing for ${patience} ms`)), patience);
    child.once("exit", onExit);
    child.once("message", (message) => {
      clearTimeout(timer);
      child.off("exit", onExit);
      resolve(message);
    });
  });
}

/** User and system time of the whole process, including its threads. */
export async function processorMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}

export async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "latin1");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
