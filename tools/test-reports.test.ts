import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { faultsOfSkips } from "./expected-skips.ts";
import { projectFolder } from "./project-folder.ts";
import { faultOfRun } from "./prove-named-tests.ts";
import { countTests, readPlaywright, readVitest } from "./test-reports.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "storyport-reports-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(report: unknown): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(report));
  return file;
}

const journey = (title: string, status: string) => ({ title, tests: [{ projectName: "desktop", status }] });

test("a journey that passed only at a second try has failed", async () => {
  const specs = [journey("steady", "expected"), journey("shaky", "flaky"), journey("broken", "unexpected"), journey("left out", "skipped")];
  const inner = { title: "inside", file: "journeys/a.spec.ts", specs };
  const tests = await readPlaywright(
    await written({ suites: [{ title: "journeys/a.spec.ts", file: "journeys/a.spec.ts", specs: [], suites: [inner] }] }),
  );
  expect(tests.map(({ titles, outcome }) => `${titles.join(" › ")}: ${outcome}`)).toEqual([
    "inside › steady: passed",
    "inside › shaky: failed",
    "inside › broken: failed",
    "inside › left out: skipped",
  ]);
  expect(countTests(tests)).toEqual({ passed: 1, failed: 2 });
});

test("a test that Vitest left out for any reason is skipped", async () => {
  const results = ["passed", "failed", "skipped", "pending", "todo"].map((status) => ({ ancestorTitles: ["a"], title: status, status }));
  const report = { testResults: [{ name: path.join(projectFolder, "server/src/a.test.ts"), assertionResults: results }] };
  const tests = await readVitest(await written(report));
  expect(tests.map(({ outcome }) => outcome)).toEqual(["passed", "failed", "skipped", "skipped", "skipped"]);
  expect(tests[0]).toEqual({ file: "server/src/a.test.ts", titles: ["a", "passed"], outcome: "passed" });
});

test("a run that wrote no report has no tests", async () => {
  expect(await readVitest(path.join(folder, "none.json"))).toEqual([]);
  expect(await readPlaywright(path.join(folder, "none.json"))).toEqual([]);
});

const skipped = { file: "server/src/a.test.ts", titles: ["on PostgreSQL", "b"], outcome: "skipped" } as const;

test("a skipped test is a fault unless it is listed for that step, and a listed one that ran is a fault too", () => {
  const listed = { step: "pglite", file: skipped.file, title: "on PostgreSQL", reason: "one connection" } as const;
  expect(faultsOfSkips("pglite", [skipped], [listed])).toEqual([]);
  expect(faultsOfSkips("tests", [skipped], [listed])).toEqual([expect.stringContaining("Skipped, and not listed")]);
  expect(faultsOfSkips("pglite", [skipped], [])).toEqual([expect.stringContaining("a.test.ts › on PostgreSQL › b")]);
  expect(faultsOfSkips("pglite", [{ ...skipped, outcome: "passed" }], [listed])).toEqual([expect.stringContaining("and not skipped")]);
  expect(faultsOfSkips("pglite", [{ ...skipped, outcome: "passed" }], [{ ...listed, isOptional: true }])).toEqual([]);
});

test("a test that a document names counts only where it was run and passed", () => {
  const named = { part: "server", file: "a", titles: ["on PostgreSQL", "b"] };
  expect(faultOfRun(named, [])).toContain("it was not run");
  expect(faultOfRun(named, [skipped])).toContain("skipped");
  expect(faultOfRun(named, [{ ...skipped, outcome: "failed" }])).toContain("failed");
  expect(faultOfRun(named, [{ ...skipped, outcome: "passed" }])).toBeUndefined();
  expect(faultOfRun({ ...named, part: "web" }, [{ ...skipped, outcome: "passed" }])).toContain("it was not run");
});
