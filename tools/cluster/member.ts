import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export interface MemberStart {
  readonly name: string;
  readonly command: readonly string[];
  /** The working directory. */
  readonly folder: string;
  /** A file for all output. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Other processes that belong to the member and are not its children, such as PostgreSQL below Patroni. */
  readonly others?: () => readonly number[];
}

const longestStopMs = 30_000;

/** One process of the cluster, which can be stopped, killed, frozen and started again. */
export class Member {
  readonly name: string;
  readonly #how: MemberStart;
  #child: ChildProcess | undefined;

  constructor(how: MemberStart) {
    this.name = how.name;
    this.#how = how;
  }

  start(): void {
    const { command, folder, log, env, uid, gid } = this.#how;
    const [program = "", ...words] = command;
    const output = openSync(log, "a");
    const as = uid === undefined || gid === undefined ? {} : { uid, gid };
    // A group of its own: Ctrl-C must reach this process alone, which then stops all in order.
    const child = spawn(program, words, {
      ...as,
      cwd: folder,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["ignore", output, output],
    });
    // A program that cannot start has no pid, so it counts as not running.
    child.on("error", () => undefined);
    closeSync(output);
    this.#child = child;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Asks it to end, and kills it if it takes too long. */
  async stop(): Promise<void> {
    this.thaw();
    const child = this.#child;
    if (child !== undefined && this.isRunning) {
      const end = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await Promise.race([end, pause(longestStopMs, undefined, { ref: false })]);
    }
    this.kill();
  }

  /** As a machine without power: the process and all that belong to it end without a word. */
  kill(): void {
    this.#signal("SIGKILL");
  }

  /** Kills only its `others`, such as PostgreSQL below Patroni. */
  killOthers(): void {
    for (const pid of this.#how.others?.() ?? []) signal(pid, "SIGKILL");
  }

  freeze(): void {
    this.#signal("SIGSTOP");
  }

  thaw(): void {
    this.#signal("SIGCONT");
  }

  #signal(name: NodeJS.Signals): void {
    const own = this.isRunning && this.#child?.pid !== undefined ? [this.#child.pid] : [];
    for (const pid of withDescendants([...own, ...(this.#how.others?.() ?? [])])) signal(pid, name);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Linux only: the parents are in /proc. */
function withDescendants(roots: readonly number[]): number[] {
  const found = new Set(roots);
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "latin1");
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}
