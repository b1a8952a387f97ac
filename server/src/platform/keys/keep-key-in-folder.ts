import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder, makeDataFolder } from "#/platform/data-folder.ts";
import type { SecretKeys } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import type { Settings } from "#/platform/settings.ts";

const fileIn = (folder: string): string => join(folder, "secret.key");

/**
 * The key of a portal without SECRET_KEY, such as the demo: created at the first start and stored in the data folder. Production sets
 * SECRET_KEY. Refuses (StartRefusal) a folder that cannot be used, and a file that holds no key.
 */
export async function keepKeyInFolder(folder: string): Promise<Buffer> {
  await makeDataFolder(folder);
  const path = fileIn(folder);
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

/** Returns the keys with which the portal has started before. Refuses (StartRefusal) instead of making a key. */
export async function readFormerKeys({ secretKeys, dataFolder }: Settings): Promise<SecretKeys> {
  if (secretKeys !== undefined) return secretKeys;
  if (existsSync(fileIn(dataFolder))) return [await keepKeyInFolder(dataFolder)];
  throw new StartRefusal(`Set SECRET_KEY as the portal had it: there is no ${fileIn(dataFolder)}.`);
}
