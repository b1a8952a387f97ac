// Registers an example in the running demo world and starts it. Usage: npm run example <name>. Settings: PORTAL_URL or PORT of the demo,
// EXAMPLE_PORT, and ISSUER. ISSUER is the address of a conformance run, which the example then uses as the portal's address.
import { spawn } from "node:child_process";

import { findPython, pythonPackages } from "./find-python.ts";
import { endWithUs, firstToEnd, stopOnSignals, stopPrograms } from "./programs.ts";
import { projectFolder } from "./project-folder.ts";
import { endWithUsage, readOptions } from "./read-options.ts";
import { type ExampleName, examples, registerExample } from "./register-example.ts";

const files: Readonly<Record<ExampleName, string>> = {
  "browser-game": "examples/browser-game/serve.ts",
  "native-game": "examples/native-game/game.ts",
  "dashboard-node": "examples/dashboard-node/dashboard.ts",
  "dashboard-python": "examples/dashboard-python/dashboard.py",
};

const usage = `Usage: npm run example ${examples.join(" | ")}`;
const [word] = readOptions(usage, {}, 1).words;
const name = examples.find((known) => known === word);
if (name === undefined) endWithUsage(word === undefined ? "Name an example." : `Unknown example: ${word}.`, usage);
stopOnSignals();
const program = name === "dashboard-python" ? findPython() : process.execPath;
if (program === undefined) end(`This example needs a Python with Authlib (Debian: apt install ${pythonPackages.join(" ")}).`);

const portalUrl = process.env.PORTAL_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
// Beside the demo world, which has 3000 to 3005.
const port = process.env.EXAMPLE_PORT ?? String(3011 + examples.indexOf(name));
const clientId = await registerExample(name, portalUrl, `http://127.0.0.1:${port}`).catch((error: unknown) =>
  end(`${name} could not be registered at ${portalUrl}. Is the demo running (npm start)? ${String(error)}`),
);
const env = { ...process.env, PORTAL_URL: process.env.ISSUER ?? portalUrl, CLIENT_ID: String(clientId), PORT: port };
const child = spawn(program, [files[name]], { cwd: projectFolder, env, stdio: "inherit" });
endWithUs(child);
const code = await firstToEnd([child]);
await stopPrograms();
process.exit(code);

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
