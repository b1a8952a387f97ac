import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

import { namedTests, sourceOfTest } from "./named-tests.ts";
import { projectFolder } from "./project-folder.ts";

test("a cell names any number of tests, each with its file and titles", () => {
  expect(namedTests("server `delete-account` › `on a game's page` › `of fifty at once`<br>e2e `passwords` › `a link`")).toEqual([
    { part: "server", file: "delete-account", titles: ["on a game's page", "of fifty at once"] },
    { part: "e2e", file: "passwords", titles: ["a link"] },
  ]);
  expect(namedTests("not built yet | –")).toEqual([]);
});

test("every test that docs/coverage.md names exists", async () => {
  const tests = namedTests(await readFile(path.join(projectFolder, "docs/coverage.md"), "utf8"));
  expect(tests.length).toBeGreaterThan(200);
  const missing: string[] = [];
  for (const named of tests) {
    // The last title may be one row of a table, filled in by the test.
    const source = await sourceOfTest(named);
    if (!source.includes(named.titles[0] ?? "")) missing.push(`${named.part} ${named.file} › ${named.titles.join(" › ")}`);
  }
  expect(missing).toEqual([]);
});
