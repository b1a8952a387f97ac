// Adds the programs of other platforms to the lock file. If the registry does not carry them, npm leaves them out, and `npm ci` then
// refuses the lock everywhere. The entries have no digest, because nothing was downloaded. Usage: npm run complete-lock
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { missingPackages } from "./missing-packages.ts";
import type { LockEntry } from "./missing-packages.ts";
import { projectFolder } from "./project-folder.ts";

const file = path.join(projectFolder, "package-lock.json");
const lock = JSON.parse(await readFile(file, "utf8")) as { packages: Record<string, LockEntry> };
const missing = missingPackages(lock.packages);
const folders = Object.keys(lock.packages);
for (const [folder, entry] of missing) {
  lock.packages[folder] = entry;
  const next = folders.findIndex((other) => other.startsWith("node_modules/") && other.localeCompare(folder, "en") > 0);
  folders.splice(next === -1 ? folders.length : next, 0, folder);
}
lock.packages = Object.fromEntries(folders.map((folder) => [folder, lock.packages[folder] ?? {}]));
await writeFile(file, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${missing.size} packages of other platforms were missing in package-lock.json.`);
