// Makes the folder of a portal in production: the server, the built pages, their packages and Node. Tests, development tools and the
// embedded database stay out. For the image, and for a Linux server without containers. Usage: npm run production-tree -- <folder>
import { existsSync } from "node:fs";
import { chmod, copyFile, glob, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describeProduction } from "./bill-of-materials.ts";
import { buildPortal } from "./build.ts";
import { demandCommand } from "./commands.ts";
import { readProductionPackages } from "./production-packages.ts";
import { withProgress } from "./progress.ts";
import { projectFolder } from "./project-folder.ts";
import { endWithUsage, readOptions } from "./read-options.ts";

const workspaces = ["contract", "texts", "server", "web", "stand-ins", "examples", "e2e", "bench", "tools"];
const kept = ["contract", "texts", "server"];

/** What the portal reads while it runs, the licence, and the health check of the image. Tests and their helpers stay out. */
const ownFiles = [
  "LICENSE",
  "deploy/health-check.mjs",
  "contract/src/**/*.ts",
  "server/run.mjs",
  "server/{migrations,seed,src}/**/*",
  "texts/compiled/*.js",
  "texts/compiled/messages/_all.js",
  "web/dist/**/*",
];

/**
 * What the packages carry and no program loads. Node does not run TypeScript inside node_modules, so that all of it is for
 * editors. PGlite is for the demo, and production refuses to start without DATABASE_URL.
 */
const ballast = [
  "@electric-sql",
  "**/*.{map,ts,mts,cts,md,markdown}",
  "@zxcvbn-ts/*/src",
  "{*,@*/*}/{test,tests,benchmark,benchmarks,example,examples,docs,.github}",
];

const usage = `Usage: npm run production-tree -- <new folder>
On Linux only: the folder holds programs of this machine's kind.`;
const [folder] = readOptions(usage, {}, 1).words;
if (folder === undefined) endWithUsage("Name a new folder.", usage);
if (process.platform !== "linux") endWithUsage("This machine does not run Linux.", usage);
await makeTree(path.resolve(folder));

async function makeTree(tree: string): Promise<void> {
  if (existsSync(tree) && (await readdir(tree)).length > 0) {
    console.error(`${tree} is not empty. Name a new folder, so that nothing of another version stays in it.`);
    process.exit(1);
  }
  await buildPortal();
  await copyOwnFiles(tree);
  await withProgress("Installing what the portal needs", () => installPackages(tree));
  await copyNode(tree);
  await writeFile(path.join(tree, "sbom.cdx.json"), `${JSON.stringify(await describeProduction(), undefined, 2)}\n`);
  await writeFile(path.join(tree, "licences.txt"), await licenceTexts());
  console.log(`The production tree is in ${tree}: ${((await sizeOf(tree)) / 1e6).toFixed(0)} MB`);
}

async function copyOwnFiles(tree: string): Promise<void> {
  for await (const entry of glob(ownFiles, { cwd: projectFolder, withFileTypes: true, exclude: (one) => one.name.endsWith(".test.ts") })) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(tree, path.relative(projectFolder, from));
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(from, to);
  }
}

/** Exactly the versions of the lock. npm wants the package files of all workspaces; those without packages go afterwards. */
async function installPackages(tree: string): Promise<void> {
  for (const file of ["package.json", "package-lock.json", ".npmrc", ...workspaces.map((name) => `${name}/package.json`)]) {
    await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
    await copyFile(path.join(projectFolder, file), path.join(tree, file));
  }
  const selected = kept.flatMap((name) => ["--workspace", name]);
  const quiet = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await demandCommand(["npm", "ci", "--omit=dev", ...selected, ...quiet], { cwd: tree });
  const packages = path.join(tree, "node_modules");
  for await (const name of glob(ballast, { cwd: packages })) {
    if (!/licen[cs]e|notice|copying/i.test(path.basename(name))) await rm(path.join(packages, name), { recursive: true, force: true });
  }
  for (const name of workspaces.filter((one) => !kept.includes(one) && one !== "web")) await rm(path.join(tree, name), { recursive: true });
  await rm(path.join(tree, "web/package.json"));
}

/** The project's own pinned Node, so that image and server run what the tests ran on. */
async function copyNode(tree: string): Promise<void> {
  const node = path.join(projectFolder, "node_modules", `node-linux-${process.arch}`, "bin/node");
  await mkdir(path.join(tree, "bin"), { recursive: true });
  await copyFile(node, path.join(tree, "bin/node"));
  await chmod(path.join(tree, "bin/node"), 0o755);
}

/** One file with the licence of each package, because built pages and a pruned folder no longer show them. */
async function licenceTexts(): Promise<string> {
  const parts: string[] = [];
  for (const { name, version, license, folder: home } of await readProductionPackages()) {
    const found = path.join(projectFolder, home);
    const files = existsSync(found) ? (await readdir(found)).filter((file) => /^(licen[cs]e|notice|copying|ofl)/i.test(file)) : [];
    const texts = await Promise.all(files.map((file) => readFile(path.join(found, file), "utf8")));
    parts.push(`${name} ${version}: ${license ?? "no licence named"}`, ...texts.map((text) => text.trim()));
  }
  return `${parts.join("\n\n")}\n`;
}

async function sizeOf(tree: string): Promise<number> {
  let size = 0;
  for await (const entry of glob("**/*", { cwd: tree, withFileTypes: true })) {
    if (entry.isFile()) size += (await lstat(path.join(entry.parentPath, entry.name))).size;
  }
  return size;
}
