import type { PlatformHealth } from "@storyport/contract/health";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { unavailable } from "./unavailable.ts";
import { people } from "./world.ts";

/** Opens the page with what a bad day would add to the portal's own answer. */
async function open(page: Page, change: (health: PlatformHealth) => PlatformHealth): Promise<void> {
  await actAs(page, people.admin);
  await page.route("**/api/auth/health", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
  await page.goto("/health");
  await expect(page.getByText(/^Checked:/)).toBeVisible();
}

const hourAgo = (hours: number): string => new Date((Math.floor(Date.now() / 3_600_000) - hours) * 3_600_000).toISOString();

/** The last 24 hours of a large school district. */
const manyLogins = Array.from({ length: 24 }, (_, index) => index).flatMap((ago) => {
  const count = Math.round(9000 * Math.exp(-(((ago - 8) / 4) ** 2)));
  const hour = hourAgo(ago);
  return [
    { hour, method: "QRCODE" as const, outcome: "SUCCEEDED" as const, count },
    { hour, method: "QRCODE" as const, outcome: "FAILED" as const, count: Math.round(count / 9) },
    { hour, method: "FEIDE" as const, outcome: "SUCCEEDED" as const, count: Math.round(count / 4) },
    { hour, method: "FEIDE" as const, outcome: "REFUSED" as const, count: Math.round(count / 40) },
  ];
});

function onABadDay(health: PlatformHealth): PlatformHealth {
  const [portal] = health.portals;
  if (portal === undefined) return health;
  const old = { ...portal, instance: "portal-7d9f8b6c5d-x2x4q-17-0c5e91ab", version: "0.1.9", release: "OLDER" as const };
  const silent = { ...portal, instance: "portal-7d9f8b6c5d-9k2lm-17-d47f20e6", isRunning: false, release: null };
  return {
    ...health,
    findings: [
      { code: "SeveralVersions", about: old.instance },
      { code: "PortalDown", about: silent.instance },
      { code: "LettersWait", about: null },
      { code: "LettersFail", about: "ECONNECTION" },
      { code: "SweepFails", about: "known_devices" },
      { code: "PreviousKeySeals", about: "0a1b2c3d" },
      { code: "StandbyLags", about: "standby-2" },
    ],
    logins: { ...health.logins, countedFrom: hourAgo(12), hours: manyLogins },
    mail: {
      waiting: 12_345,
      oldestAt: hourAgo(2),
      faults: [
        { fault: "ECONNECTION", count: 12_001 },
        { fault: "EENVELOPE 550 5.1.1", count: 3 },
      ],
    },
    sweep: [
      {
        table: "known_devices",
        startedAt: hourAgo(1),
        finishedAt: hourAgo(5),
        removed: 1_234_567,
        removedInAll: 98_765_432,
        hasFailed: true,
      },
      { table: "sessions", startedAt: hourAgo(1), finishedAt: hourAgo(1), removed: 12, removedInAll: 1200, hasFailed: false },
    ],
    portals: [portal, old, silent],
    database: {
      ...health.database,
      migrations: { ...health.database.migrations, pending: ["0098_tomorrow.sql", "0099_the_day_after.sql"], later: 2 },
      standbys: [
        { name: "standby-1", isSynchronous: true, lagBytes: 0, lagSeconds: null },
        { name: "standby-2", isSynchronous: false, lagBytes: 123_456_789, lagSeconds: 61.2 },
      ],
    },
  };
}

export const healthScreens: readonly Screen[] = [
  { name: "health of the platform", open: (page) => open(page, (health) => health) },
  {
    name: "health on a bad day",
    open: async (page) => {
      await open(page, onABadDay);
      await page.getByText("What the runbook says").first().click();
      await page.getByText("Show as a table").first().click();
    },
  },
  {
    name: "health of an empty platform",
    open: (page) =>
      open(page, (health) => ({
        ...health,
        logins: { ...health.logins, hours: [] },
        portals: [],
        sweep: [],
        database: { ...health.database, standbys: null },
      })),
  },
  {
    name: "health failed",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.route("**/api/auth/health", (route) => route.fulfill(unavailable));
      await page.goto("/health");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];
