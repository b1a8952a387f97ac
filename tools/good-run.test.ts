/** CI reads the last line of a run and its exit code. */
import path from "node:path";
import { expect, test } from "vitest";

import { runCommand } from "./commands.ts";
import { projectFolder } from "./project-folder.ts";

test("a run of a successful step exits with 0, and its last line counts no failure", async () => {
  const run = await runCommand([process.execPath, path.join(projectFolder, "tools/test.mjs"), "--only=format"]);
  // The line counts tests, and this quick step has none.
  expect(run.output.trimEnd().split("\n").at(-1)).toBe("0 passed, 0 failed");
  expect(run.code).toBe(0);
});
