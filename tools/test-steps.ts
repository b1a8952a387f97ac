import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";

import { buildPortal, compileTexts } from "./build.ts";
import { runCommand, toolCommand } from "./commands.ts";
import { cacheFolder, projectFolder } from "./project-folder.ts";
import { startTestDatabase } from "./test-database.ts";
import { countPlaywright, countVitest, type TestCount } from "./test-reports.ts";

export interface StepResult {
  readonly isGood: boolean;
  readonly output: string;
  readonly tests?: TestCount;
}

export interface Step {
  readonly name: string;
  readonly label: string;
  readonly run: () => Promise<StepResult>;
}

const workspaces = ["contract", "server", "web", "stand-ins", "e2e", "bench", "tools"];

// The parts of the server's tests that run a second time on the embedded store: what touches SQL most.
const testsOnPglite = ["server/src/platform/database/", "server/src/features/login/", "server/src/features/game-login/"];

/** Everything `npm test` does, in order: cheap answers first. */
export const steps: readonly Step[] = [
  { name: "format", label: "Format", run: () => commands(toolCommand("oxfmt/bin/oxfmt", "--check", ".")) },
  { name: "texts", label: "Texts", run: checkTexts },
  { name: "lint", label: "Lint", run: lint },
  { name: "types", label: "Types", run: checkTypes },
  { name: "fences", label: "Fences, by planted violations", run: () => commands(ownTool("prove-fences.ts")) },
  { name: "unused", label: "Unused code", run: findUnused },
  { name: "build", label: "Build", run: build },
  { name: "tests", label: "Unit and HTTP tests, PostgreSQL", run: testOnPostgres },
  { name: "pglite", label: "HTTP tests, embedded store", run: testOnPglite },
  { name: "journeys", label: "Journeys in Chromium", run: playJourneys },
];

async function checkTexts(): Promise<StepResult> {
  await compileTexts();
  return await commands(ownTool("check-texts.ts"));
}

async function lint(): Promise<StepResult> {
  const oxlint = toolCommand("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives");
  return await commands(oxlint, ownTool("check-names.ts"));
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
  return await vitest("pglite", ["--project", "server", "--passWithNoTests", ...testsOnPglite], { TEST_STORE: "pglite" });
}

async function vitest(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<StepResult> {
  const report = path.join(cacheFolder, `${name}-report.json`);
  await rm(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const result = await commandsWith(env, toolCommand("vitest/vitest.mjs", "run", ...reporters, ...args));
  return { ...result, tests: await countVitest(report) };
}

async function playJourneys(): Promise<StepResult> {
  const report = path.join(cacheFolder, "journeys-report.json");
  await rm(report, { force: true });
  const playwright = toolCommand("@playwright/test/cli.js", "test", "-c", "e2e/playwright.config.ts", "--pass-with-no-tests");
  const result = await commandsWith({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }, playwright);
  return { ...result, tests: await countPlaywright(report) };
}

function ownTool(script: string): string[] {
  return [process.execPath, path.join(projectFolder, "tools", script)];
}

async function commands(...list: readonly (readonly string[])[]): Promise<StepResult> {
  return await commandsWith({}, ...list);
}

/** One after the other, to the end: whoever mends one complaint wants to see them all. */
async function commandsWith(env: Readonly<Record<string, string>>, ...list: readonly (readonly string[])[]): Promise<StepResult> {
  const output: string[] = [];
  let isGood = true;
  for (const command of list) {
    const finished = await runCommand(command, { env });
    isGood &&= finished.code === 0;
    if (finished.code !== 0) output.push(finished.output);
  }
  return { isGood, output: output.join("\n") };
}
