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
  /** Whatever is missing here must be built again, whatever the inputs say. */
  readonly outputs: readonly string[];
  readonly commands: readonly (readonly string[])[];
  readonly options: CommandOptions;
}

const textInputs = ["texts/*.json", "texts/project.inlang/settings.json", "tools/compile-texts.ts"];

const texts: BuildStep = {
  name: "texts",
  label: "Compiling the texts",
  inputs: [...textInputs, "package-lock.json"],
  outputs: ["texts/compiled/messages.js"],
  commands: [[process.execPath, path.join(projectFolder, "tools/compile-texts.ts")]],
  options: {},
};

const web: BuildStep = {
  name: "web",
  label: "Building the web pages",
  inputs: [...textInputs, "web/**/*", "contract/src/**/*", "package-lock.json", "tsconfig.base.json", "tools/subset-fonts.ts"],
  outputs: ["web/dist/client", "web/dist/server"],
  // The browser's half, then the half that the server renders with: `npm run build` in web/.
  commands: [toolCommand("vite/bin/vite.js", "build"), toolCommand("vite/bin/vite.js", "build", "--ssr")],
  options: { cwd: path.join(projectFolder, "web"), env: { NODE_ENV: "production" } },
};

/** Compiles the texts, unless they are as they were. */
export async function compileTexts(): Promise<void> {
  await buildIfChanged(texts);
}

/** Brings everything up to date that is made from sources before the portal can run; does nothing when nothing changed. */
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
