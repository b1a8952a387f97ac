// Plain JavaScript on purpose: this file runs on any Node, and hands over to the Node that the project pins. An older Node cannot even
// read the programs, and would end in ERR_UNKNOWN_FILE_EXTENSION. Usage: node server/run.mjs <portal | admin> [words]
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const oldestNode = [24, 14];
const here = path.dirname(fileURLToPath(import.meta.url));
const programs = { portal: path.join(here, "src", "main.ts"), admin: path.join(here, "src", "admin.ts") };
const [name = "", ...words] = process.argv.slice(2);
const program = programs[name];

if (program === undefined) fail("Usage: node server/run.mjs <portal | admin> [words]");
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
  // The settings of an installation stand in one file for both programs; what is set already counts.
  if (existsSync(".env")) process.loadEnvFile(".env");
  // Enabled before Node reads the first TypeScript. With a filled cache it then never loads its type stripper, which takes 30 MiB.
  module.enableCompileCache?.(path.join(here, "..", ".cache", "compiled"));
  process.argv = [process.execPath, program, ...words];
  await import(pathToFileURL(program).href);
} else {
  handOver();
}

function handOver() {
  const pinned = path.join(here, "..", "node_modules", ".bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(pinned)) {
    fail(
      `Storyport needs Node ${oldestNode.join(".")} or newer; this is Node ${process.versions.node}. \`npm install\` brings the right one, or see https://nodejs.org`,
    );
  }
  const child = spawn(pinned, [...process.execArgv, fileURLToPath(import.meta.url), name, ...words], { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
