import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "@storyport/tools/find-chromium";
import { choosePortalUnderTest } from "@storyport/tools/portal-under-test";
import path from "node:path";

const portal = await choosePortalUnderTest();
const isRoot = process.getuid?.() === 0;
// Chromium's sandbox refuses to work for root.
const launchOptions = { executablePath: await findChromium(), args: isRoot ? ["--no-sandbox"] : [] };
// Without a shell between them the portal notices when Playwright is gone.
// Most journeys read English, whatever the language of the account they travel as: somebody chose it in this browser before.
const english = { name: "language", value: "en", domain: new URL(portal.url).hostname, path: "/", expires: -1 } as const;
const storageState = { cookies: [{ ...english, httpOnly: false, secure: false, sameSite: "Lax" as const }], origins: [] };
const replaceShell = process.platform === "win32" ? "" : "exec ";

/** The journeys, against the portal at PORTAL_URL or against one started here on free ports with an empty store. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  workers: 2,
  // A busy machine may starve one journey of a wait; such a one is named as flaky in the report. At one's desk nothing is retried.
  retries: process.env["CI"] === "true" ? 2 : 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  use: { baseURL: portal.url, launchOptions, trace: "retain-on-failure", locale: "en-GB", storageState },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } } },
    { name: "phone", grep: /@phone/, use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } } },
  ],
  ...(portal.isOurs && {
    webServer: {
      command: `${replaceShell}"${process.execPath}" tools/portal-for-tests.ts`,
      cwd: path.dirname(import.meta.dirname),
      url: `${portal.url}/readyz`,
      timeout: 180_000,
      stdout: "ignore",
      stderr: "pipe",
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    },
  }),
});
