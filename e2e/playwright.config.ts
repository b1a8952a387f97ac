import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "@storyport/tools/find-chromium";
import { workers } from "./support/ports.ts";
import { portalUrl } from "./support/world.ts";

const isRoot = process.getuid?.() === 0;
// Chromium's sandbox refuses to work for root.
const launchOptions = { executablePath: await findChromium(), args: isRoot ? ["--no-sandbox"] : [] };
// Most journeys read English, whatever the language of the account they travel as: somebody chose it in this browser before.
const english = { name: "language", value: "en", domain: new URL(portalUrl).hostname, path: "/", expires: -1 } as const;
const storageState = { cookies: [{ ...english, httpOnly: false, secure: false, sameSite: "Lax" as const }], origins: [] };
const isCI = process.env["CI"] === "true";

/** The journeys. Each file has a portal with a store of its own (support/portal.ts). */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./support/prepare.ts",
  workers,
  // A busy machine may starve one journey of a wait: it waits longer there, and one that is tried again is named as flaky in the report. At
  // one's desk nothing is retried.
  retries: isCI ? 2 : 0,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  expect: { timeout: isCI ? 15_000 : 5_000 },
  timeout: isCI ? 60_000 : 30_000,
  // To trace takes a seventh of the time: where there is a second try, that one is traced.
  use: { baseURL: portalUrl, launchOptions, trace: isCI ? "on-first-retry" : "retain-on-failure", locale: "en-GB", storageState },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } } },
    { name: "phone", grep: /@phone/, use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } } },
  ],
});
