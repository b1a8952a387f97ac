import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { webInputs } from "./build.ts";
import { projectFolder } from "./project-folder.ts";

test("a change of any file outside web/ that the build of the pages reads builds them again", async () => {
  const read: string[] = [];
  for await (const file of glob("web/*.vite.ts", { cwd: projectFolder })) {
    const source = await readFile(path.join(projectFolder, file), "utf8");
    read.push(...[...source.matchAll(/"\.\.\/([^"]+)"/g)].map(([, name = ""]) => name));
  }
  expect(read).toContain("docs/runbook.md");
  expect(read.filter((name) => !webInputs.some((input) => path.matchesGlob(name, input)))).toEqual([]);
});
