import { spawn } from "node:child_process";
import path from "node:path";

import { endWithUs, signalGroup } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";

export interface Finished {
  readonly code: number;
  /** The program ran for longer than `patience`, and was ended by force. */
  readonly isTimeUp: boolean;
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
  /** Prints the output as it comes instead of collecting it. */
  readonly live?: boolean;
  /** After this many milliseconds the program is ended by force, with all that it started. Needs `stopOnSignals`: Ctrl-C does not reach it. */
  readonly patience?: number;
}

/** Runs a program to its end. Collects its output, or prints it when `live`. A program that cannot start returns 127. */
export async function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  const [program = "", ...args] = command;
  const stdio = options.live === true ? "inherit" : "pipe";
  // Windows has no groups of processes.
  const leadsGroup = options.patience !== undefined && process.platform !== "win32";
  const child = spawn(program, args, {
    cwd: options.cwd ?? projectFolder,
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
    env: { ...process.env, ...options.env },
    stdio: ["ignore", stdio, stdio],
    detached: leadsGroup,
  });
  endWithUs(child, { leadsGroup });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
  let isTimeUp = false;
  const endByForce = (): void => {
    isTimeUp = true;
    if (leadsGroup) signalGroup(child, "SIGKILL");
    else child.kill("SIGKILL");
  };
  const timer = options.patience === undefined ? undefined : setTimeout(endByForce, options.patience);
  const finished = new Promise<Finished>((resolve) => {
    const finish = (code: number | null): void => resolve({ code: code ?? 1, isTimeUp, output: Buffer.concat(chunks).toString() });
    child.once("error", (error) => resolve({ code: 127, isTimeUp: false, output: `${program}: ${error.message}` }));
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (leadsGroup) signalGroup(child, "SIGKILL");
      if (!isTimeUp) return;
      // A program that left the group may hold the output open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish(code);
    });
    child.once("close", finish);
  });
  return await finished.finally(() => clearTimeout(timer));
}

/** Runs a program, and throws with its output unless it succeeds. */
export async function demandCommand(command: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { code, output } = await runCommand(command, options);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}\n${output}`);
  return output;
}

/** The command line of an installed tool. This Node runs its script, so that no shell and no .cmd file is needed. */
export function toolCommand(packagePath: string, ...args: string[]): string[] {
  return [process.execPath, path.join(projectFolder, "node_modules", packagePath), ...args];
}
