// Proves that each fence works: inserts violations into a copy of the repository's skeleton, and demands a report of each.
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod/mini";

import { runCommand, toolCommand } from "./commands.ts";
import { allowed, cycle, vagueNames, violations, wrongWays } from "./fence-cases.ts";
import { projectFolder } from "./project-folder.ts";

const report = z.object({ diagnostics: z.array(z.object({ code: z.optional(z.string()), filename: z.string() })) });
const workspaces = ["contract", "server", "web", "stand-ins", "examples", "e2e", "bench", "tools"];

const folder = await mkdtemp(path.join(tmpdir(), "storyport-fences-"));
try {
  const faults = await proveFences();
  for (const fault of faults) console.error(fault);
  const tried = violations.length + cycle.length + vagueNames.length + wrongWays.length;
  console.log(`${tried} planted violations: ${faults.length === 0 ? "every one reported" : `${faults.length} faults`}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function proveFences(): Promise<string[]> {
  const planted = [...violations, ...cycle].map((violation, index) => ({
    ...violation,
    file: violation.file.replace("planted", `planted-${index}`),
  }));
  await copySkeleton();
  for (const { file, code } of [...planted, ...allowed]) await plant(file, code);
  const found = await lint();
  const missed = planted
    .filter(({ file, rule }) => !found.some((finding) => finding.file === file && finding.rule.includes(`(${rule})`)))
    .map(({ file, code, rule }) => `${rule} lets this pass in ${file}:\n${code}\n`);
  const tooStrict = found
    .filter((finding) => allowed.some(({ file }) => file === finding.file))
    .map(({ file, rule }) => `${rule} refuses ${file}, which is in order`);
  return [...missed, ...tooStrict, ...(await missedVagueNames()), ...(await missedWrongWays())];
}

/** Copies what the linter reads besides the code: its own settings and each workspace's. */
async function copySkeleton(): Promise<void> {
  for (const file of [".oxlintrc.json", "tsconfig.base.json", "package.json"]) {
    await cp(path.join(projectFolder, file), path.join(folder, file));
  }
  for (const workspace of workspaces) {
    for (const file of ["package.json", "tsconfig.json"]) {
      await cp(path.join(projectFolder, workspace, file), path.join(folder, workspace, file));
    }
  }
  await symlink(path.join(projectFolder, "node_modules"), path.join(folder, "node_modules"), "junction");
}

async function plant(file: string, code: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, `${code}\n`);
}

async function lint(): Promise<{ file: string; rule: string }[]> {
  const { output } = await runCommand(toolCommand("oxlint/bin/oxlint", "--type-aware", "--format", "json"), { cwd: folder });
  const { diagnostics } = report.parse(JSON.parse(output));
  return diagnostics.map(({ code, filename }) => ({ file: filename.replaceAll("\\", "/"), rule: code ?? "" }));
}

async function missedVagueNames(): Promise<string[]> {
  const checkNames = [process.execPath, path.join(projectFolder, "tools", "check-names.ts"), folder];
  const before = await runCommand(checkNames);
  for (const file of vagueNames) await plant(file, "export {};");
  const { output } = await runCommand(checkNames);
  // The check reports the folder or the file that has the name.
  const missed = vagueNames.filter(
    (file) => !file.split("/").some((_, depth, parts) => output.includes(`${path.join(...parts.slice(0, depth + 1))}:`)),
  );
  const faults = missed.map((file) => `tools/check-names.ts lets ${file} pass`);
  return before.code === 0 ? faults : [...faults, `tools/check-names.ts complains about names that are in order:\n${before.output}`];
}

async function missedWrongWays(): Promise<string[]> {
  for (const { file, code } of wrongWays) await plant(file, code);
  const { output } = await runCommand([process.execPath, path.join(projectFolder, "tools", "check-imports.ts"), folder]);
  // The check reports a missing layer once for the feature, not for each file.
  const missed = wrongWays.filter(({ file }) => !output.includes(file) && !output.includes(`${path.posix.dirname(file)} is in no layer`));
  const tooStrict = allowed.filter(({ file }) => output.includes(file));
  return [
    ...missed.map(({ file, code }) => `tools/check-imports.ts lets this pass in ${file}:\n${code}\n`),
    ...tooStrict.map(({ file }) => `tools/check-imports.ts refuses ${file}, which is in order`),
  ];
}
