// Refuses styles that name left or right, because a page in a language written from the right must mirror them.
import { glob, readFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { sideFaults, sidesWithReason } from "./side-faults.ts";

const styled = ["web/src/**/*.{css,ts,tsx}", "server/src/platform/mail/*.ts"];

const missing = new Set(Object.keys(sidesWithReason));
const faults: string[] = [];
for await (const file of glob(styled, { cwd: projectFolder })) {
  missing.delete(file);
  faults.push(...sideFaults(file, await readFile(path.join(projectFolder, file), "utf8")));
}
faults.push(...[...missing].map((file) => `tools/side-faults.ts: there is no ${file} any more`));
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
