// Proves that the tests protect the rules. Each mutant breaks one rule in a copy of the repository, and a named test must fail.
//   npm run mutants                 all of them, two at a time
//   npm run mutants -- login audit  those whose file or rule contains one of the words
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { demandCommand, runCommand, toolCommand } from "./commands.ts";
import { mutants } from "./mutants/all.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { elapsed, note, withProgress } from "./progress.ts";
import { isStopping, stopOnSignals, stopPrograms } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";
import { readIfThere } from "./read-if-there.ts";
import { endWithUsage, readOptions } from "./read-options.ts";
import { startTestDatabase } from "./test-database.ts";
import { readVitest } from "./test-reports.ts";

const atATime = 2;
const patienceSeconds = 300;
const workspaces = ["contract", "server", "web", "stand-ins", "examples", "e2e", "bench", "tools", "texts"];

type Verdict = "killed" | "survived" | "does not apply" | "broken";

const usage = `Usage: npm run mutants [-- <words>]
Breaks one rule at a time, and runs the tests that must fail. With words: the mutants whose file or rule contains one of them.`;
const { words } = readOptions(usage, {}, Infinity);

stopOnSignals();
const started = performance.now();
const chosen = mutants.filter(({ file, rule }) => words.length === 0 || words.some((word) => `${file} ${rule}`.includes(word)));
if (chosen.length === 0) endWithUsage(`No mutant contains: ${words.join(", ")}.`, usage);
const waiting = [...chosen];
const verdicts = new Map<Mutant, Verdict>();
const database = await startTestDatabase();
try {
  await withProgress("The tests without a mutant", demandHealth);
  await Promise.all(Array.from({ length: atATime }, () => workThrough()));
} finally {
  await database.stop();
}
await stopPrograms();
report();

/** A test that fails anyway would take every mutant for killed. */
async function demandHealth(): Promise<void> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  await demandCommand(toolCommand("vitest/vitest.mjs", "run", ...files), { env: { TEST_DATABASE_URL: database.url } });
}

async function workThrough(): Promise<void> {
  const copy = await copyRepository();
  try {
    for (let mutant = waiting.shift(); mutant !== undefined && !isStopping(); mutant = waiting.shift()) {
      verdicts.set(mutant, await withProgress(mutant.rule, async () => await tryMutant(copy, mutant)));
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The mutant is in the copy for as long as its tests run. */
async function tryMutant(copy: string, { file, find, replace, tests, only }: Mutant): Promise<Verdict> {
  const target = path.join(copy, file);
  const source = await readIfThere(target);
  if (source.split(find).length !== 2) return "does not apply";
  await writeFile(
    target,
    source.replace(find, () => replace),
  );
  try {
    return await runTests(copy, only === undefined ? tests : [...tests, "-t", only]);
  } finally {
    await writeFile(target, source);
  }
}

async function runTests(copy: string, args: readonly string[]): Promise<Verdict> {
  const json = path.join(copy, "mutant-report.json");
  await rm(json, { force: true });
  const vitest = [
    process.execPath,
    path.join(copy, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=json",
    `--outputFile.json=${json}`,
  ];
  const { code, isTimeUp } = await runCommand([...vitest, "--bail=1", "--maxWorkers=1", ...args], {
    cwd: copy,
    env: { TEST_DATABASE_URL: database.url },
    patience: patienceSeconds * 1000,
  });
  const results = await readVitest(json);
  if (results.some(({ outcome }) => outcome === "failed")) return "killed";
  // Tests that hang have noticed something. A run that ends by itself without a report says nothing about the rule.
  if (isTimeUp) return "killed";
  return code === 0 && results.some(({ outcome }) => outcome === "passed") ? "survived" : "broken";
}

/** All sources, and the packages by links; those of our own lead to the copy. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), "storyport-mutants-"));
  const isSource = (file: string): boolean => !["node_modules", ".cache", "test-results"].includes(path.basename(file));
  for (const name of [...workspaces, "docs", "package.json", "tsconfig.base.json", "vitest.config.ts"]) {
    await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true, filter: isSource });
  }
  const packages = path.join(projectFolder, "node_modules");
  await mkdir(path.join(copy, "node_modules/@storyport"), { recursive: true });
  for (const name of (await readdir(packages)).filter((one) => one !== "@storyport" && one !== ".vite")) {
    await symlink(path.join(packages, name), path.join(copy, "node_modules", name), "junction");
  }
  for (const name of workspaces) await symlink(path.join(copy, name), path.join(copy, "node_modules/@storyport", name), "junction");
  return copy;
}

function report(): void {
  const of = (verdict: Verdict): Mutant[] => chosen.filter((mutant) => verdicts.get(mutant) === verdict);
  for (const verdict of ["survived", "does not apply", "broken"] as const) {
    for (const { file, rule, tests } of of(verdict)) note(`${verdict.toUpperCase()}: ${rule} (${file}; ${tests.join(", ")})`);
  }
  const killed = of("killed").length;
  console.log(`All mutants took ${elapsed(started)}.`);
  console.log(`${killed} killed of ${chosen.length}`);
  process.exit(killed === chosen.length && killed > 0 ? 0 : 1);
}
