/** The folder of DATA_DIR, or one in it. Where it cannot be used, the portal does not start, and says what to set. */
import { mkdir, mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { StartRefusal } from "#/platform/settings.ts";

/** Makes the folder if it is missing, and tries to write in it. Refuses (StartRefusal) with a sentence. */
export async function makeDataFolder(folder: string): Promise<void> {
  await inDataFolder(folder, async () => {
    await makeFolders(resolve(folder));
    await rmdir(await mkdtemp(join(folder, "trial-")));
  });
}

/** Runs `work` on files in the folder. If the system refuses it, throws a StartRefusal that names DATA_DIR. */
export async function inDataFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    const reason = reasons[String(error.code)] ?? error.message;
    throw new StartRefusal(
      `The folder ${resolve(folder)} cannot be used: ${reason}. Set DATA_DIR to a folder in which the user of this program may write.`,
      { cause: error },
    );
  }
}

const reasons: Record<string, string> = {
  EEXIST: "a file is in its place",
  ENOTDIR: "a file is in its path",
  EACCES: "this program may not write there",
  EPERM: "this program may not write there",
  EROFS: "its disk can only be read",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk is full",
  ENOENT: "no folder can be made there",
};

/** Makes one folder at a time. Node's own recursion never ends below a folder in which none can be made, such as /proc. */
async function makeFolders(path: string): Promise<void> {
  if (await isThere(path)) return;
  await makeFolders(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isThere(path).catch(() => false))) throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
