/** What the project's commands do with `--help` and with words that they do not know: nothing but to say how they are used. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "storyport-options-"));
  // A command that takes `--help` for the name of its output fails at this folder.
  await mkdir(path.join(folder, "--help"));
  await writeFile(path.join(folder, "--help", "kept"), "");
});
afterAll(() => rm(folder, { recursive: true }));

/** Without a PATH no engine of the cluster and no builder of images is found, so a command that begins ends soon. */
async function run(file: string, ...words: string[]): Promise<{ code: number; output: string }> {
  return await runCommand([process.execPath, path.join(projectFolder, file), ...words], { cwd: folder, env: { PATH: "" } });
}

const commands = [
  ["cluster", "tools/cluster.ts", []],
  ["chaos", "bench/chaos.ts", []],
  ["bench", "bench/run.ts", []],
  ["image", "tools/image.ts", []],
  ["sbom", "tools/sbom.ts", []],
  ["mutants", "tools/mutants.ts", []],
  ["production-tree", "tools/production-tree.ts", []],
  ["new-migration", "tools/new-migration.ts", []],
  ["example", "tools/example.ts", []],
  // Refused by its own rule, so that a fault here does not run all tests within a test.
  ["test", "tools/test.ts", ["--only=nothing"]],
] as const;

test.each(commands)("npm run %s prints its usage for --help, and begins nothing", async (name, file, words) => {
  const { code, output } = await run(file, ...words, "--help");
  expect(output).toMatch(name === "test" ? /^Usage: npm test \[-- / : new RegExp(`^Usage: npm run ${name}\\b`));
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual(["--help"]);
});

test.each(commands)("npm run %s refuses an unknown option with a sentence and its usage", async (_, file, words) => {
  const { code, output } = await run(file, ...words, "--portal=5");
  expect(output).toMatch(/^Unknown option '--portal'\.\nUsage: npm /);
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});

test.each([
  ["cluster", "tools/cluster.ts", ["5"], "Unexpected argument '5'."],
  ["cluster", "tools/cluster.ts", ["--portals=12"], "--portals is a number from 1 to 9."],
  ["cluster", "tools/cluster.ts", ["--portals"], "Option '--portals <value>' argument missing."],
  ["chaos", "bench/chaos.ts", ["--faults=many"], "--faults is a number from 1 to 200."],
  ["chaos", "bench/chaos.ts", ["--deploys=0"], "--deploys is a number from 1 to 200."],
  ["chaos", "bench/chaos.ts", ["--only=rain"], "No kind of fault contains 'rain'."],
  ["bench", "bench/run.ts", ["speed"], "Unknown measurement: speed."],
  ["bench", "bench/run.ts", ["like-time", "0.1"], "Unexpected argument '0.1'."],
  ["bench", "bench/run.ts", ["scale", "big"], "Unexpected argument 'big'."],
  ["mutants", "tools/mutants.ts", ["no-such-rule"], "No mutant contains: no-such-rule."],
  ["example", "tools/example.ts", ["dashboard"], "Unknown example: dashboard."],
])("npm run %s (%s %j) says what is wrong, and how it is used", async (_, file, words, sentence) => {
  const { code, output } = await run(file, ...words);
  expect(output.startsWith(`${sentence}\nUsage: npm run `)).toBe(true);
  expect(code).toBe(1);
});
