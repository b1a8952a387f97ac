import { readFile } from "node:fs/promises";
import * as z from "zod/mini";

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) });

/** What Vitest's JSON reporter wrote; nothing where it wrote nothing. */
export async function countVitest(file: string): Promise<TestCount> {
  const report = vitestReport.safeParse(await readReport(file));
  if (!report.success) return { passed: 0, failed: 0 };
  return { passed: report.data.numPassedTests, failed: report.data.numFailedTests };
}

/** What Playwright's JSON reporter wrote; nothing where it wrote nothing. A test that passes only sometimes has failed. */
export async function countPlaywright(file: string): Promise<TestCount> {
  const report = playwrightReport.safeParse(await readReport(file));
  if (!report.success) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = report.data.stats;
  return { passed: expected + flaky, failed: unexpected };
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => "null");
  return JSON.parse(text);
}
