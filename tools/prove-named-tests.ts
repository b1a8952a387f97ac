/** Checks by the reports of the last run that every test that the documents name ran and passed. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { isFileOf, matchesReported, namedTests, type NamedTest } from "./named-tests.ts";
import { projectFolder } from "./project-folder.ts";
import type { ReportedTest } from "./test-reports.ts";

export async function faultsOfNamedTests(reported: readonly ReportedTest[]): Promise<string[]> {
  const pages = await Promise.all(["docs/coverage.md", "docs/errors.md"].map((file) => readFile(path.join(projectFolder, file), "utf8")));
  const faults = pages.flatMap(namedTests).map((named) => faultOfRun(named, reported));
  return [...new Set(faults.filter((fault) => fault !== undefined))];
}

export function faultOfRun(named: NamedTest, reported: readonly ReportedTest[]): string | undefined {
  const found = reported.filter((test) => isFileOf(named, test.file) && matchesReported(named.titles, test.titles));
  const name = `${named.part} ${named.file} › ${named.titles.join(" › ")}`;
  if (found.length === 0) return `${name}: it was not run`;
  const bad = found.find(({ outcome }) => outcome !== "passed");
  return bad === undefined ? undefined : `${name}: it was run, and ${bad.outcome}`;
}
