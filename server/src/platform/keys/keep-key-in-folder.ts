import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder, makeDataFolder } from "#/platform/data-folder.ts";
import { StartRefusal } from "#/platform/settings.ts";

/**
 * The key of a portal without SECRET_KEY, such as the demo: created at the first start and stored in the data folder. Production sets
 * SECRET_KEY. Refuses (StartRefusal) a folder that cannot be used, and a file that holds no key.
 */
export async function keepKeyInFolder(folder: string): Promise<Buffer> {
  await makeDataFolder(folder);
  const path = join(folder, "secret.key");
  const text = await inDataFolder(folder, async () => {
    try {
      await writeFile(path, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    return readFile(path, "utf8");
  });
  const key = Buffer.from(text, "base64");
  if (key.length !== 32) {
    throw new StartRefusal(`${path} holds no key. Restore it from a backup, or choose another folder with DATA_DIR.`);
  }
  return key;
}
