import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { projectFolder } from "./project-folder.ts";
import { endWithUsage, readOptions } from "./read-options.ts";

const folder = path.join(projectFolder, "server", "migrations");
const usage = `Usage: npm run new-migration -- <subject>, for example player_groups
Makes the next numbered file in server/migrations/.`;
const [subject = ""] = readOptions(usage, {}, 1).words;

if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(subject)) endWithUsage("Name the migration's one subject in lower case.", usage);
await mkdir(folder, { recursive: true });
const numbers = (await readdir(folder)).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
const number = String(Math.max(0, ...numbers) + 1).padStart(4, "0");
const file = path.join(folder, `${number}_${subject}.sql`);
await writeFile(file, "-- Why this change is needed, and what it promises to the rows that are already there.\n", { flag: "wx" });
console.log(path.relative(projectFolder, file));
