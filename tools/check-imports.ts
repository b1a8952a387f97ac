// Checks that the linter lacks. No import cycles, types included. No feature of the server imports from a layer above. Routes
// call endpoint and operation by their common name.
import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { layers } from "./layers.ts";
import { projectFolder } from "./project-folder.ts";

type Imports = ReadonlyMap<string, readonly string[]>;

/** tools/prove-fences.ts names another folder. */
const folder = path.resolve(process.argv[2] ?? projectFolder);
/** The prefix of an import, and the folder that it stands for. */
const places: readonly (readonly [workspace: string, prefix: string, place: string])[] = [
  ["contract", "#/", "contract/src"],
  ["server", "#/", "server/src"],
  ["server", "#seed/", "server/seed"],
  ["server", "#test/", "server/test"],
  ["web", "#/", "web/src"],
];

const imports = await readImports();
const faults = [...circlesIn(imports), ...unlayered(imports), ...upward(imports), ...(await renamedInRoutes())];
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

async function readImports(): Promise<Imports> {
  const found = new Map<string, string[]>();
  for (const place of new Set(places.map(([, , where]) => where))) {
    for await (const name of glob("**/*.{ts,tsx}", { cwd: path.join(folder, place) })) {
      const file = `${place}/${name.replaceAll("\\", "/")}`;
      const source = await readFile(path.join(folder, file), "utf8");
      // Imports of our own begin with a dot or a number sign, and name a file.
      const named = [...source.matchAll(/\b(?:from|import)\s*\(?\s*"((?:\.|#)[^"]*\/[^"]+)"/g)];
      found.set(
        file,
        named.flatMap(([, specifier = ""]) => resolve(file, specifier) ?? []),
      );
    }
  }
  return found;
}

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  const [, prefix = "", place = ""] =
    places.find(([workspace, start]) => file.startsWith(`${workspace}/`) && specifier.startsWith(start)) ?? [];
  return prefix === "" ? undefined : `${place}/${specifier.slice(prefix.length)}`;
}

/** Lists each cycle once, by Tarjan's strongly connected components. */
function circlesIn(graph: Imports): string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lower = (file: string, to: number): void => void lowest.set(file, Math.min(lowest.get(file) ?? to, to));
  const visit = (file: string): void => {
    const own = order.size;
    order.set(file, own);
    lower(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lower(file, lowest.get(next) ?? own);
    }
    if (lowest.get(file) !== own) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) circles.push(circle);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.map((circle) => `These import each other in a circle: ${circle.toSorted().join(", ")}`);
}

function featureOf(file: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
}

/** Tests may import any feature. */
function isTest(file: string): boolean {
  return file.endsWith(".test.ts");
}

function heightOf(feature: string | undefined): number {
  return layers.findIndex(({ features }) => feature !== undefined && features.includes(feature));
}

function unlayered(graph: Imports): string[] {
  const features = new Set([...graph.keys()].flatMap((file) => featureOf(file) ?? []));
  return [...features]
    .filter((feature) => heightOf(feature) < 0)
    .map((feature) => `server/src/features/${feature} is in no layer: name it in tools/layers.ts`);
}

function upward(graph: Imports): string[] {
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => !isTest(file) && featureOf(file) !== undefined && heightOf(featureOf(target)) > heightOf(featureOf(file)))
      .map((target) => `${file} imports upwards: ${target} (${layers[heightOf(featureOf(target))]?.name})`),
  );
}

/**
 * Routes must import endpoints as the namespace of their contract, so that the operation has the same name:
 * `add(contract.logOut, () => logOut(...))`.
 */
async function renamedInRoutes(): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob("*/routes.ts", { cwd: path.join(folder, "server/src/features") })) {
    const file = `server/src/features/${name.replaceAll("\\", "/")}`;
    const source = await readFile(path.join(folder, file), "utf8");
    for (const [, names = "", from = ""] of source.matchAll(/\bimport\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)"/g)) {
      if (/\w\s+as\s+\w/.test(names)) found.push(`${file} gives another name to what it imports from ${from}: import it as a namespace`);
    }
  }
  return found;
}
