import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { faultOf, matchesReported, namedTests } from "./named-tests.ts";
import { projectFolder } from "./project-folder.ts";
import { readTests } from "./written-tests.ts";

test("a cell names any number of tests, each with its file and titles", () => {
  expect(namedTests("server `delete-account` › `on a game's page` › `of fifty at once`<br>e2e `passwords` › `a link`")).toEqual([
    { part: "server", file: "delete-account", titles: ["on a game's page", "of fifty at once"] },
    { part: "e2e", file: "passwords", titles: ["a link"] },
  ]);
  expect(namedTests("not built yet | –")).toEqual([]);
});

describe("tests are read from the syntax of a file", () => {
  const written = (source: string) => readTests("a.test.ts", source).tests;

  test("with the titles of the enclosing blocks, in every notation", () => {
    const source = 'describe("a", () => { test.each([["x"]])("%s is", () => {}); for (const n of l) it(`b ${n}`, () => {}); });';
    expect(written(source)).toEqual([
      { titles: ["a", "%s is"], isSkipped: false },
      { titles: ["a", "b ${n}"], isSkipped: false },
    ]);
  });

  test("without those in comments and strings", () => {
    expect(written('// test("a", () => {})\nconst text = \'test("b", () => {})\'; expect("c");')).toEqual([]);
  });

  test.each(['test.skip("a")', 'test.todo("a")', 'test.fixme("a")', 'describe.skip("x", () => { test("a") })', 'test.skip.each([])("a")'])(
    "skipped: %s",
    (source) => expect(written(source).map(({ isSkipped }) => isSkipped)).toEqual([true]),
  );
});

test("reported tests match with filled-in titles", () => {
  expect(matchesReported(["of ${count} at once", "one row"], ["a group", "of 50 at once"])).toBe(true);
  expect(matchesReported(["%s (now) is refused"], ["a group", "a title (now) is refused"])).toBe(true);
  expect(matchesReported(["a title"], ["a group", "a title, and more"])).toBe(false);
});

test.each(["docs/coverage.md", "docs/errors.md"])("every test that %s names exists and is not skipped", async (file) => {
  const tests = namedTests(await readFile(path.join(projectFolder, file), "utf8"));
  expect(tests.length).toBeGreaterThan(50);
  const faults = await Promise.all(tests.map(faultOf));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

test("a name that is no test, or only part of one, is a fault", async () => {
  const inPorts = (title: string) => faultOf({ part: "tools", file: "ports", titles: [title] });
  const title =
    readTests("ports.test.ts", await readFile(path.join(import.meta.dirname, "ports.test.ts"), "utf8")).tests[0]?.titles[0] ?? "";
  expect(await inPorts(title)).toBeUndefined();
  expect(await inPorts(title.slice(0, -1))).toContain("there is no such test");
});

test("every file that docs/coverage.md names exists", async () => {
  const page = await readFile(path.join(projectFolder, "docs/coverage.md"), "utf8");
  const files = new Set([...page.matchAll(/`((?:web|server|contract|texts|tools|e2e)\/[^`*]+)`/g)].map(([, file = ""]) => file));
  expect(files.size).toBeGreaterThan(100);
  expect([...files].filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
});
