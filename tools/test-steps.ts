import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

import { buildPortal, compileTexts } from "./build.ts";
import { runCommand, toolCommand } from "./commands.ts";
import { cacheFolder, projectFolder } from "./project-folder.ts";
import { startTestDatabase } from "./test-database.ts";
import { faultsOfNamedTests } from "./prove-named-tests.ts";
import { countTests, readPlaywright, readVitest, type ReportedTest, type TestCount } from "./test-reports.ts";
import { faultsOfSkips } from "./expected-skips.ts";

export interface StepResult {
  readonly isGood: boolean;
  readonly output: string;
  /** Warnings of a successful run. */
  readonly warnings?: readonly string[];
  readonly tests?: TestCount;
}

export interface Step {
  readonly name: string;
  readonly label: string;
  /** The steps that must end first, if they are run. */
  readonly needs?: readonly string[];
  /** How many of two cores it keeps busy; 1 by default. */
  readonly cores?: 1 | 2;
  readonly run: () => Promise<StepResult>;
}

const workspaces = ["contract", "server", "web", "stand-ins", "examples", "e2e", "bench", "tools"];

// The server's tests that also run on the embedded store: those closest to SQL.
const testsOnPglite = [
  "server/src/platform/database/",
  "server/src/features/login/",
  "server/src/features/game-login/",
  "server/src/features/sessions/shared-lookups",
];

/** All steps of `npm test`, in the order in which they begin: the quick checks first. */
export const steps: readonly Step[] = [
  { name: "texts", label: "Texts", run: checkTexts },
  { name: "format", label: "Format", run: () => commands(toolCommand("oxfmt/bin/oxfmt", "--check", ".")) },
  { name: "types", label: "Types", needs: ["texts"], run: checkTypes },
  { name: "lint", label: "Lint", needs: ["texts"], run: lint },
  { name: "build", label: "Build", needs: ["texts"], run: build },
  { name: "fences", label: "Fences, by planted violations", run: () => commands(ownTool("prove-fences.ts")) },
  { name: "unused", label: "Unused code", needs: ["texts", "build"], run: findUnused },
  { name: "tests", label: "Unit and HTTP tests, PostgreSQL", needs: ["texts", "build"], cores: 2, run: testOnPostgres },
  { name: "pglite", label: "HTTP tests, embedded store", needs: ["texts"], run: testOnPglite },
  { name: "journeys", label: "Journeys in Chromium", needs: ["texts", "build"], cores: 2, run: playJourneys },
  { name: "named", label: "Tests that the documents name", needs: ["tests", "journeys"], run: proveNamedTests },
];

const reportOf = (name: string): string => path.join(cacheFolder, `${name}-report.json`);

async function checkTexts(): Promise<StepResult> {
  await compileTexts();
  return await commands(ownTool("check-texts.ts"));
}

async function lint(): Promise<StepResult> {
  const oxlint = toolCommand("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives");
  return await commands(oxlint, ownTool("check-names.ts"), ownTool("check-imports.ts"), ownTool("check-sides.ts"));
}

async function checkTypes(): Promise<StepResult> {
  const projects = workspaces.filter((workspace) => existsSync(path.join(projectFolder, workspace, "tsconfig.json")));
  return await commands(...projects.map((project) => toolCommand("typescript/bin/tsc", "-p", project)));
}

async function findUnused(): Promise<StepResult> {
  const knip = toolCommand("knip/bin/knip.js", "--no-progress");
  return await commands(knip, [...knip, "--production"]);
}

async function build(): Promise<StepResult> {
  await buildPortal();
  return { isGood: true, output: "" };
}

async function testOnPostgres(): Promise<StepResult> {
  const database = await startTestDatabase();
  try {
    return await vitest("tests", [], { TEST_DATABASE_URL: database.url });
  } finally {
    await database.stop();
  }
}

async function testOnPglite(): Promise<StepResult> {
  return await vitest("pglite", ["--project", "server", "--maxWorkers=1", ...testsOnPglite], { TEST_STORE: "pglite" });
}

async function vitest(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<StepResult> {
  const report = reportOf(name);
  await rm(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const result = await commandsWith(env, toolCommand("vitest/vitest.mjs", "run", ...reporters, ...args));
  return judge(name, result, await readVitest(report));
}

async function playJourneys(): Promise<StepResult> {
  const report = reportOf("journeys");
  await rm(report, { force: true });
  const playwright = toolCommand("@playwright/test/cli.js", "test", "-c", "e2e/playwright.config.ts");
  const result = await commandsWith({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }, playwright);
  return judge("journeys", result, await readPlaywright(report));
}

/** A run is good if its program succeeded, every test passed at the first try, and only listed tests were skipped. */
function judge(name: string, result: StepResult, tests: readonly ReportedTest[]): StepResult {
  const faults = faultsOfSkips(name, tests);
  if (tests.length === 0) faults.push("No test was run.");
  const counted = countTests(tests);
  const isGood = result.isGood && faults.length === 0 && counted.failed === 0;
  return {
    ...result,
    isGood,
    output: [result.output, ...faults].join("\n"),
    tests: { ...counted, failed: counted.failed + faults.length },
  };
}

async function proveNamedTests(): Promise<StepResult> {
  const faults = await faultsOfNamedTests([...(await readVitest(reportOf("tests"))), ...(await readPlaywright(reportOf("journeys")))]);
  return { isGood: faults.length === 0, output: faults.join("\n") };
}

function ownTool(script: string): string[] {
  return [process.execPath, path.join(projectFolder, "tools", script)];
}

async function commands(...list: readonly (readonly string[])[]): Promise<StepResult> {
  return await commandsWith({}, ...list);
}

/** Runs all commands one after another, so that all complaints are seen together. */
async function commandsWith(env: Readonly<Record<string, string>>, ...list: readonly (readonly string[])[]): Promise<StepResult> {
  const output: string[] = [];
  const warnings = new Set<string>();
  let isGood = true;
  for (const command of list) {
    const finished = await runCommand(command, { env });
    isGood &&= finished.code === 0;
    if (finished.code !== 0) output.push(finished.output);
    for (const line of warningsIn(finished.output)) warnings.add(line);
  }
  return { isGood, output: output.join("\n"), warnings: isGood ? [...warnings].slice(0, 20) : [] };
}

/** Returns the warnings of Node, Vite, Vitest or Playwright, without the process id. */
function warningsIn(output: string): string[] {
  const lines = stripVTControlCharacters(output).split("\n");
  return lines.filter((line) => /Warning:|^\s*(warning|warn)\b|^\(!\)/i.test(line)).map((line) => line.replace(/^\(node:\d+\)/, "").trim());
}
