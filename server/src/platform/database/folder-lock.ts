/** A lock file with the owner's process id. A dead owner's lock is taken over, a living owner's never. */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inDataFolder } from "#/platform/data-folder.ts";
import { StartRefusal } from "#/platform/settings.ts";

/** Returns the function that releases the lock. Refuses (StartRefusal) while an owner lives, and a folder that cannot be written. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "lock");
  const mine = `${process.pid} ${await startOf(process.pid)} ${randomUUID()}`;
  const draft = `${path}.${randomUUID()}`;
  await inDataFolder(folder, () => writeFile(draft, mine));
  try {
    // Another process that takes over a dead lock needs a few milliseconds. Fifty tries give it a second.
    for (let attempt = 0; attempt < 50; attempt++) {
      await inDataFolder(folder, () => appear(draft, path));
      const owner = await readOwner(path);
      // The file's content decides, not this process's memory.
      if (owner?.text === mine) return () => rm(path, { force: true });
      if (owner === undefined) continue;
      if (await isAlive(owner)) throw new StartRefusal(inUse(folder, owner.pid));
      await takeOver({ path, draft, deadOwner: owner.text });
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new StartRefusal(`The lock of the embedded database could not be taken. If nothing uses it, remove ${resolve(path)}.`);
}

function inUse(folder: string, pid: number): string {
  return (
    `The embedded database in ${resolve(folder)} is already open in process ${pid}. ` +
    "Stop that process, choose another folder with DATA_DIR, or use a PostgreSQL by DATABASE_URL."
  );
}

/** Creates a file with its full content in one step. Returns false if it exists. */
async function appear(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

interface Owner {
  pid: number;
  start: string;
  text: string;
}

async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid = "", start = ""] = text.split(" ");
  return { pid: Number(pid), start, text };
}

/**
 * If several processes find the same dead lock, one gets the turn. The same step replaces the lock and ends the turn, so
 * that a lock that another process has just taken is never removed.
 */
async function takeOver({ path, draft, deadOwner }: { path: string; draft: string; deadOwner: string }): Promise<void> {
  const turn = `${path}.turn`;
  if (await appear(draft, turn)) {
    if ((await readOwner(path))?.text === deadOwner) await rename(turn, path).catch(() => undefined);
    else await rm(turn, { force: true });
    return;
  }
  const other = await readOwner(turn);
  if (other !== undefined && !(await isAlive(other))) await rm(turn, { force: true });
  else await wait(20);
}

async function isAlive({ pid, start }: Owner): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // Process ids are reused after a restart of the machine or a container; the start time distinguishes them.
  return start === "" || start === (await startOf(pid));
}

/** Returns when a process started, in clock ticks since boot, on Linux. Elsewhere returns an empty string, and the id alone decides. */
async function startOf(pid: number): Promise<string> {
  // The command in parentheses may contain spaces, so the fields are counted after it. The start is the 22nd field of all.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
