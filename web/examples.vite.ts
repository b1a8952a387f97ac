import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";
import type { ExampleFile } from "./src/features/game-rights/example-words.ts";

const moduleName = "virtual:examples";
const files = "../examples/*/*";

/** The files of `examples/`, so that people without a copy of the portal's source can read and save them. */
export function examples(): Plugin {
  return {
    name: "storyport:examples",
    resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      const found: Record<string, ExampleFile[]> = {};
      for await (const entry of glob(files, { cwd: import.meta.dirname, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        this.addWatchFile(file);
        (found[path.basename(entry.parentPath)] ??= []).push({ name: entry.name, text: await readFile(file, "utf8") });
      }
      for (const each of Object.values(found)) each.sort(readmeFirst);
      return `export const exampleFiles = ${JSON.stringify(found)};`;
    },
  };
}

function readmeFirst(one: ExampleFile, other: ExampleFile): number {
  const isReadme = ({ name }: ExampleFile) => Number(name === "README.md");
  return isReadme(other) - isReadme(one) || one.name.localeCompare(other.name);
}
