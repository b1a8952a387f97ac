// Adds the programs of other platforms to the lock file. npm leaves them out where its registry does not carry them, and `npm ci`
// then refuses the lock everywhere. The entries have no digest, because nothing was downloaded. Usage: npm run complete-lock
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";

/** The fields of npm, in npm's order. */
interface Entry {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  license?: string;
  optional?: boolean;
  os?: string[];
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const file = path.join(projectFolder, "package-lock.json");
const lock = JSON.parse(await readFile(file, "utf8")) as { packages: Record<string, Entry> };
const missing = Object.entries(lock.packages).flatMap(([folder, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(([name]) => !isFound(folder, name))
    .map(([name, version]) => [`node_modules/${name}`, describe(name, version, parent)] as const),
);
const folders = Object.keys(lock.packages);
for (const [folder, entry] of missing) {
  lock.packages[folder] = entry;
  const next = folders.findIndex((other) => other.startsWith("node_modules/") && other.localeCompare(folder, "en") > 0);
  folders.splice(next === -1 ? folders.length : next, 0, folder);
}
lock.packages = Object.fromEntries(folders.map((folder) => [folder, lock.packages[folder] ?? {}]));
await writeFile(file, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${missing.length} packages of other platforms were missing in package-lock.json.`);

/** Searches as Node does, from the folder upwards. */
function isFound(folder: string, name: string): boolean {
  for (let place = folder; ; place = place.includes("/") ? path.posix.dirname(place) : "") {
    if (path.posix.join(place, "node_modules", name) in lock.packages) return true;
    if (place === "") return false;
  }
}

/** Such packages end with their platform: `binding-linux-x64-musl`, `darwin-arm64`. A sibling has the rest of the entry. */
function describe(name: string, version: string, parent: Entry): Entry {
  const [, family = "", os, cpu, abi] = /^(.*?)(android|darwin|freebsd|linux|openharmony|win32)-([a-z\d]+)(?:-([a-z]+))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined || !/^\d/.test(version)) {
    throw new Error(
      `${name} ${version} is missing in package-lock.json, and its name does not tell its platform. Write its entry by hand.`,
    );
  }
  const [, sibling] = Object.entries(lock.packages).find(([folder]) => folder.startsWith(`node_modules/${family}`)) ?? [];
  const license = sibling?.license ?? parent.license;
  return {
    version,
    cpu: [cpu],
    ...(parent.dev === true ? { dev: true } : {}),
    ...(os === "linux" && abi !== undefined ? { libc: [abi.startsWith("musl") ? "musl" : "glibc"] } : {}),
    ...(license === undefined ? {} : { license }),
    optional: true,
    os: [os],
    ...(sibling?.engines === undefined ? {} : { engines: sibling.engines }),
  };
}
