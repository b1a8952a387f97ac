import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "@storyport/tools/find-chromium";
import { workers } from "./support/ports.ts";
import { portalUrl } from "./support/world.ts";

const isRoot = process.getuid?.() === 0;
// Chromium's sandbox refuses to work for root.
const launchOptions = { executablePath: await findChromium(), args: isRoot ? ["--no-sandbox"] : [] };
// Most journeys read English whatever the account's language, as if the user had chosen it in this browser before.
const english = { name: "language", value: "en", domain: new URL(portalUrl).hostname, path: "/", expires: -1 } as const;
const storageState = { cookies: [{ ...english, httpOnly: false, secure: false, sameSite: "Lax" as const }], origins: [] };
const isWholeRun = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined;

/** The journeys. Each file has a portal with a store of its own (support/portal.ts). */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./support/prepare.ts",
  workers,
  // A test that passes only at the second try has failed. Long timeouts allow for a busy machine.
  retries: 0,
  expect: { timeout: 20_000 },
  timeout: 90_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: isWholeRun ? [["list"], ["json"]] : "list",
  // Traces cost a seventh of the time. So npm test keeps only a screenshot of a failure, and a single journey keeps its whole trace.
  use: {
    baseURL: portalUrl,
    launchOptions,
    trace: isWholeRun ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-GB",
    storageState,
  },
  projects: [
    // Without motion, because drawing it is a tenth of the time of a run. The phone draws it.
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" } },
    { name: "phone", grep: /@phone/, use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } } },
  ],
});
