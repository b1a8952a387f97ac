import { access } from "node:fs/promises";
import path from "node:path";

import { type CommandOptions, demandCommand, toolCommand } from "./commands.ts";
import { contentHash, forgetHash, recalledHash, rememberHash } from "./content-hash.ts";
import { withProgress } from "./progress.ts";
import { projectFolder } from "./project-folder.ts";

interface BuildStep {
  readonly name: string;
  readonly label: string;
  readonly inputs: readonly string[];
  /** If an output is missing the step runs, even with unchanged inputs. */
  readonly outputs: readonly string[];
  readonly commands: readonly (readonly string[])[];
  readonly options: CommandOptions;
}

const textInputs = ["texts/*.json", "texts/project.inlang/settings.json", "tools/compile-texts.ts"];

const texts: BuildStep = {
  name: "texts",
  label: "Compiling the texts",
  inputs: [...textInputs, "package-lock.json"],
  outputs: ["texts/compiled/messages.js", "texts/compiled/messages-for-node.js"],
  commands: [[process.execPath, path.join(projectFolder, "tools/compile-texts.ts")]],
  options: {},
};

/** The page Health shows the words of the runbook, and the workbench shows the examples. */
export const webInputs: readonly string[] = [
  ...textInputs,
  "web/**/*",
  "contract/src/**/*",
  "docs/runbook.md",
  "examples/*/*",
  "package-lock.json",
  "tsconfig.base.json",
  "tools/subset-fonts.ts",
];

const web: BuildStep = {
  name: "web",
  label: "Building the web pages",
  inputs: webInputs,
  outputs: ["web/dist/client", "web/dist/server"],
  // The browser's build, then the server's: `npm run build` in web/.
  commands: [toolCommand("vite/bin/vite.js", "build"), toolCommand("vite/bin/vite.js", "build", "--ssr")],
  options: { cwd: path.join(projectFolder, "web"), env: { NODE_ENV: "production" } },
};

/** Compiles the texts if they have changed. */
export async function compileTexts(): Promise<void> {
  await buildIfChanged(texts);
}

/** Builds everything that the portal needs to run, if its sources have changed. */
export async function buildPortal(): Promise<void> {
  await buildIfChanged(texts);
  await buildIfChanged(web);
}

async function buildIfChanged(step: BuildStep): Promise<void> {
  const hash = await contentHash(step.inputs);
  if ((await recalledHash(step.name)) === hash && (await haveAll(step.outputs))) return;
  await forgetHash(step.name);
  await withProgress(step.label, async () => {
    for (const command of step.commands) await demandCommand(command, step.options);
  });
  await rememberHash(step.name, hash);
}

async function haveAll(outputs: readonly string[]): Promise<boolean> {
  const checks = outputs.map(async (output) => await access(path.join(projectFolder, output)));
  return (await Promise.allSettled(checks)).every((check) => check.status === "fulfilled");
}
