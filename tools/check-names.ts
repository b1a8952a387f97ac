import { glob } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";

// These names of folders and files say nothing about the content, so they collect everything.
const vagueNames = /^(utils?|utilities|helpers?|common|misc|lib|libs|shared|services?|managers?)$/i;
const skipped = new Set(["node_modules", ".git", ".cache", ".storyport", "dist", "compiled"]);
// tools/prove-fences.ts names another folder.
const folder = path.resolve(process.argv[2] ?? projectFolder);

const faults: string[] = [];
for await (const entry of glob("**/*", { cwd: folder, withFileTypes: true, exclude: ({ name }) => skipped.has(name) })) {
  const stem = entry.name.replace(/\..*$/, "");
  if (vagueNames.test(stem)) faults.push(`${path.relative(folder, path.join(entry.parentPath, entry.name))}: name it for what is inside`);
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
