import { existsSync } from "node:fs";
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
    const source = await sourceOfTest(named);
    if (!writtenTitles(named.titles).every((title) => source.includes(title))) {
      missing.push(`${named.part} ${named.file} › ${named.titles.join(" › ")}`);
    }
  }
  expect(missing).toEqual([]);
});

/** Without a last title that is one row of a table: the test before it is filled in by `%s`, `$name` or `${name}`. */
function writtenTitles(titles: readonly string[]): readonly string[] {
  return /[%$]/.test(titles.at(-2) ?? "") ? titles.slice(0, -1) : titles;
}

test("every file that docs/coverage.md names exists", async () => {
  const page = await readFile(path.join(projectFolder, "docs/coverage.md"), "utf8");
  const files = new Set([...page.matchAll(/`((?:web|server|contract|texts|tools|e2e)\/[^`*]+)`/g)].map(([, file = ""]) => file));
  expect(files.size).toBeGreaterThan(100);
  expect([...files].filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
});
