/** Every program says which Node it needs. Node's own word would be ERR_UNKNOWN_FILE_EXTENSION or ERR_INVALID_MODULE_SPECIFIER. */
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

let bareFolder: string;
beforeAll(async () => {
  bareFolder = await mkdtemp(path.join(tmpdir(), "storyport-node-"));
  for (const file of ["server/run.mjs", "tools/bootstrap.mjs", "tools/start.mjs", "tools/test.mjs", "tools/run.mjs"]) {
    await mkdir(path.dirname(path.join(bareFolder, file)), { recursive: true });
    await copyFile(path.join(projectFolder, file), path.join(bareFolder, file));
  }
});
afterAll(() => rm(bareFolder, { recursive: true }));

/** Runs this Node under another version's number: machines have none or any of the old ones. */
async function runAs(version: string, command: readonly string[]): Promise<{ code: number; output: string }> {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  return await runCommand([process.execPath, "--import", `data:text/javascript,${encodeURIComponent(pretend)}`, ...command]);
}

test.each(["portal", "admin"])("%s in a folder without packages says which Node it needs, and where to get it", async (program) => {
  expect(await runAs("20.11.0", [path.join(bareFolder, "server/run.mjs"), program])).toMatchObject({
    code: 1,
    output: "Storyport needs Node 24.14 or newer; this is Node 20.11.0. `npm install` brings the right one, or see https://nodejs.org\n",
  });
});

test.each(["22.18.0", "24.13.9"])("server/src/main.ts on Node %s, which reads TypeScript, leads to the right one", async (version) => {
  const run = await runAs(version, [path.join(projectFolder, "server/src/main.ts")]);
  expect(run.code).toBe(1);
  expect(run.output).toBe(
    `Storyport needs Node 24.14 or newer; this is Node ${version}. \`node server/run.mjs portal\` finds the right one, which ` +
      "`npm install` brings.\n",
  );
});

test.each([["start.mjs"], ["test.mjs"], ["run.mjs", "sbom"]])("tools/%s on a Node that cannot install says so", async (file, ...words) => {
  expect(await runAs("18.20.0", [path.join(bareFolder, "tools", file), ...words])).toMatchObject({
    code: 1,
    output: "Storyport needs Node 20 or newer to install itself; this is Node 18.20.0. See https://nodejs.org\n",
  });
});

test("all programs name the same oldest Node, and no script of npm starts TypeScript by a Node that may be too old", async () => {
  const read = (file: string): Promise<string> => readFile(path.join(projectFolder, file), "utf8");
  const files = ["server/run.mjs", "server/src/main.ts", "tools/bootstrap.mjs"];
  const oldest = await Promise.all(files.map(async (file) => /oldest(?:Running)?Node = (\[24, \d+\])/.exec(await read(file))?.[1]));
  expect(oldest).toEqual(["[24, 14]", "[24, 14]", "[24, 14]"]);
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  // Developers run these after an installation. Then npm finds the pinned Node first.
  const direct = Object.entries(scripts).filter(([, words]) => /(^|&& )node [^ ]+\.ts/.test(words));
  expect(direct.map(([name]) => name)).toEqual(["lint", "texts", "bench"]);
});
