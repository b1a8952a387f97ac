import { endWithUsage, readOptions, unexpected } from "@storyport/tools/read-options";

/** `npm run bench -- validate-auth` runs one measurement by its name. chaos.ts has a command of its own. */
const names = [
  "validate-auth",
  "password-logins",
  "login-flood",
  "start-up",
  "login-page",
  "growth",
  "like-time",
  "search",
  "lesson-boards",
  "badge-logins",
  "sweep",
  "scale",
];
/** These take the size of their store. */
const sized = ["scale", "sweep"];
const usage = `Usage: npm run bench -- <measurement> [--json=<file>], which keeps the result
Measurements, of which one runs at a time: ${names.join(", ")}
With a size: npm run bench -- scale 0.1 (a share of the platform), npm run bench -- sweep 1 (millions of rows)`;
const { words } = readOptions(usage, { json: { type: "string" } }, 2);
const [name, size] = words;

if (name === undefined) endWithUsage("Name a measurement.", usage);
if (!names.includes(name)) endWithUsage(`Unknown measurement: ${name}.`, usage);
if (size !== undefined && !(sized.includes(name) && /^\d*\.?\d+$/.test(size))) endWithUsage(unexpected(size), usage);
await import(`./${name}.ts`);
