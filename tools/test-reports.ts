import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { projectFolder } from "./project-folder.ts";

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** The result of one test. A test that passed only at a second try has failed. */
export interface ReportedTest {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly titles: readonly string[];
  readonly outcome: "passed" | "failed" | "skipped";
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })),
    }),
  ),
});

const playwrightTest = z.object({ projectName: z.string(), status: z.enum(["expected", "unexpected", "flaky", "skipped"]) });
const playwrightSuite = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

/** Reads the report of Vitest's JSON reporter; returns no tests if it is missing. */
export async function readVitest(file: string): Promise<ReportedTest[]> {
  const report = vitestReport.safeParse(await readReport(file));
  if (!report.success) return [];
  return report.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: path.relative(projectFolder, name).replaceAll("\\", "/"),
      titles: [...ancestorTitles, title],
      outcome: status === "passed" || status === "failed" ? status : "skipped",
    })),
  );
}

/** Reads the report of Playwright's JSON reporter; returns no tests if it is missing. */
export async function readPlaywright(file: string): Promise<ReportedTest[]> {
  const report = playwrightReport.safeParse(await readReport(file));
  // The outermost suite is the file itself.
  return report.success ? report.data.suites.flatMap((suite) => testsOf({ ...suite, title: "" }, [])) : [];
}

const outcomes = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;

function testsOf({ title, file, specs, suites = [] }: PlaywrightSuite, above: readonly string[]): ReportedTest[] {
  const titles = title === "" ? above : [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status }) => ({ file: `e2e/${file}`, titles: [...titles, spec.title], outcome: outcomes[status] })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, titles))];
}

export function countTests(tests: readonly ReportedTest[]): TestCount {
  const count = (outcome: ReportedTest["outcome"]): number => tests.filter((test) => test.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed") };
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => "null");
  return JSON.parse(text);
}
