import path from "node:path";

import { expect, test } from "vitest";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

test("npm start reports all mistakes of the settings together, and ends", async () => {
  const env = { PORT: "ninety", PUBLIC_URL: "not-a-url", TRUSTED_PROXIES: "x", STAND_INS_PORT: "0" };
  const { code, output } = await runCommand([process.execPath, path.join(projectFolder, "tools/start.ts")], { env });
  expect(code).toBe(1);
  for (const name of Object.keys(env)) expect(output.match(new RegExp(`  - ${name}: `, "g")), name).toHaveLength(1);
  expect(output).not.toMatch(/\n\s+at /);
});
