/** A lock file with the owner's process id. A dead owner's lock is taken over; a living one's never. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { StartRefusal } from "#/platform/settings.ts";

/** Answers the function that gives the lock back. Refuses (StartRefusal) while its owner lives. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "lock");
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createLock(path, mine)) return () => rm(path, { force: true });
    const owner = await readFile(path, "utf8").catch(() => "");
    const [pid = "", start = ""] = owner.split(" ");
    if (await isAlive(Number(pid), start)) throw new StartRefusal(inUse(folder, pid));
    await takeAside(path, owner);
  }
  throw new StartRefusal(`The lock of the embedded database in ${resolve(folder)} could not be taken.`);
}

function inUse(folder: string, pid: string): string {
  return (
    `The embedded database in ${resolve(folder)} is already open in process ${pid}. ` +
    "Stop that process, choose another folder with DATA_DIR, or use a PostgreSQL by DATABASE_URL."
  );
}

async function createLock(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Of several processes that find the same dead lock, one moves it away; it looks again, lest it moved a new one. */
async function takeAside(path: string, deadOwner: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, "utf8").catch(() => "");
  if (moved !== deadOwner) await rename(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isAlive(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // Process ids are used again after a restart of the machine or a container: the start time tells them apart.
  return start === "" || start === (await startOf(pid));
}

/** When a process started, in clock ticks since boot, on Linux; elsewhere empty, and the id alone decides. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
