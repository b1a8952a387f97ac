/**
 * Resolves most imports of a start without asking the disk. For each import Node looks for the file, for links in its path and for the
 * package.json above it. The portal imports 1,370 modules, so that took a fifth of a start.
 * Decision 86 has the reasons.
 */
import type { ResolveFnOutput, ResolveHookSync } from "node:module";

const source = new URL("./", import.meta.url).href;

/** Packages of many small files. Every file is an ES module, and every relative import has the whole name of its file. */
const packages = /\/node_modules\/(?:kysely\/dist|zod\/v4)\//;

/** What the names of packages mean in our own files. All our files belong to one package.json, so a name means the same in each. */
const known = new Map<string, ResolveFnOutput>();

/** For `registerHooks` of node:module. Leaves to Node each import whose file does not follow from its words. */
export const resolveImport: ResolveHookSync = (specifier, { parentURL = "" }, next) => {
  const isRelative = specifier.startsWith("./") || specifier.startsWith("../");
  if (!parentURL.startsWith(source)) {
    return isRelative && packages.test(parentURL) ? fileAt(new URL(specifier, parentURL), "module") : next(specifier);
  }
  if (isRelative) return fileAt(new URL(specifier, parentURL), "module-typescript");
  // The same rule as in the field "imports" of package.json.
  if (specifier.startsWith("#/")) return fileAt(new URL(specifier.slice(2), source), "module-typescript");
  const found = known.get(specifier) ?? { ...next(specifier), shortCircuit: true };
  known.set(specifier, found);
  return found;
};

function fileAt({ href }: URL, format: string): ResolveFnOutput {
  return { url: href, format, shortCircuit: true };
}
