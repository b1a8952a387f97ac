import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { runCommand } from "./commands.ts";
import { findFreePorts } from "./ports.ts";
import { projectFolder } from "./project-folder.ts";

async function startWith(env: Record<string, string>): Promise<string> {
  const { code, output } = await runCommand([process.execPath, path.join(projectFolder, "tools/start.ts")], { env });
  expect(code).toBe(1);
  expect(output).not.toMatch(/\n\s+at /);
  return output;
}

test("npm start reports all mistakes of the settings together, and ends", async () => {
  const env = { PORT: "ninety", PUBLIC_URL: "not-a-url", TRUSTED_PROXIES: "x", STAND_INS_PORT: "0" };
  const output = await startWith(env);
  for (const name of Object.keys(env)) expect(output.match(new RegExp(`  - ${name}: `, "g")), name).toHaveLength(1);
});

test("npm start refuses a PORT among the ports of the stand-ins before anything starts", async () => {
  expect(await startWith({ PORT: "4352", STAND_INS_PORT: "4351" })).toBe(
    "Storyport cannot start with these settings:\n" +
      "  - PORT: 4352 is among the ports of the stand-ins, 4351 to 4355. Choose another PORT or STAND_INS_PORT.\n",
  );
});

test("npm start says that a HOST which this machine does not have cannot be used, and not that the port is taken", async () => {
  // An address for documentation (RFC 5737), which no machine has.
  const host = "203.0.113.5";
  const output = await startWith({ PORT: String(await findFreePorts(1)), HOST: host });
  expect(output).toMatch(
    new RegExp(`^HOST=${host} cannot be used \\(E[A-Z_]+\\)\\. It must be an address or a name of this machine, [^\\n]+\\n$`),
  );
});

test("npm start refuses a HOST that is no name at all, among the settings", async () => {
  expect(await startWith({ PORT: String(await findFreePorts(1)), HOST: "a b" })).toBe(
    "Storyport cannot start with these settings:\n" +
      "  - HOST: must be an IP address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for all\n",
  );
});

test("npm start says that a DATA_DIR which is a file cannot be used, before it builds", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "storyport-start-"));
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const first = await findFreePorts(6);
  const output = await startWith({ PORT: String(first), STAND_INS_PORT: String(first + 1), DATA_DIR: file });
  await rm(folder, { recursive: true });
  expect(output).toMatch(new RegExp(`^The folder ${file} cannot be used: [^\\n]+ Set DATA_DIR to [^\\n]+\\n$`));
});
