import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { cacheFolder, projectFolder } from "./project-folder.ts";

/** One digest over the contents of all files that match the patterns (relative to the repository). */
export async function contentHash(patterns: readonly string[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: projectFolder, withFileTypes: true, exclude: isDerived })) {
    if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
  }
  const digest = createHash("sha256");
  for (const file of files.toSorted()) {
    digest.update(path.relative(projectFolder, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return digest.digest("hex");
}

/** The digest of the inputs of a step's last successful run; undefined before the first. */
export async function recalledHash(step: string): Promise<string | undefined> {
  return await readFile(path.join(cacheFolder, `${step}.hash`), "utf8").catch(() => undefined);
}

export async function rememberHash(step: string, hash: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(path.join(cacheFolder, `${step}.hash`), hash);
}

/** Call it before a step starts, so that an aborted step does not count as finished. */
export async function forgetHash(step: string): Promise<void> {
  await rm(path.join(cacheFolder, `${step}.hash`), { force: true });
}

function isDerived(entry: { name: string }): boolean {
  return ["node_modules", "dist", "compiled", "routeTree.gen.ts"].includes(entry.name);
}
