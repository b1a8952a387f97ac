/** Finds the optional packages that a lock file lacks, because the registry that made it does not carry other platforms. */
import path from "node:path";

/** The fields of npm, in npm's order. */
export interface LockEntry {
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

export type LockPackages = Readonly<Record<string, LockEntry>>;

/** Returns the entry of each missing package by its folder. Throws a sentence about a package whose entry cannot be derived. */
export function missingPackages(packages: LockPackages): Map<string, LockEntry> {
  const missing = new Map<string, LockEntry>();
  for (const [folder, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (!isFound(packages, folder, name)) missing.set(`node_modules/${name}`, describe(packages, { name, version, parent }));
    }
  }
  return missing;
}

/** Searches as Node does, from the folder upwards. */
function isFound(packages: LockPackages, folder: string, name: string): boolean {
  for (let place = folder; ; place = place.includes("/") ? path.posix.dirname(place) : "") {
    if (path.posix.join(place, "node_modules", name) in packages) return true;
    if (place === "") return false;
  }
}

interface Missing {
  name: string;
  version: string;
  parent: LockEntry;
}

/** Such packages end with their platform: `binding-linux-x64-musl`, `darwin-arm64`. A sibling has the rest of the entry. */
function describe(packages: LockPackages, { name, version, parent }: Missing): LockEntry {
  const refuse = (why: string) => new Error(`${name} ${version} is missing in package-lock.json, and ${why}. Write its entry by hand.`);
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version)) throw refuse("its parent accepts more than one version");
  const [, family = "", os, cpu, abi] = /^(.*?)(android|darwin|freebsd|linux|openharmony|win32)-([a-z\d]+)(?:-([a-z]+))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) throw refuse("its name does not tell its platform");
  const [, sibling] = Object.entries(packages).find(([folder]) => folder.startsWith(`node_modules/${family}`)) ?? [];
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
