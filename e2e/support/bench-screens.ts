import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { aConformanceRun, send } from "./admin-area.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people, portalUrl } from "./world.ts";

/** Starts a walk and sends its requests. Stops when the step with this heading has its answer. */
export async function walkTo(page: Page, step: string): Promise<void> {
  await page.goto("/bench/4");
  await page.getByRole("button", { name: "Start a walk" }).click();
  const send = page.getByRole("button", { name: "Send this request" });
  const answered = page.getByText("This is the right answer.");
  for (let sent = 1; ; sent += 1) {
    const heading = await page.getByRole("heading", { level: 3 }).last().textContent();
    await send.click();
    await expect(answered).toHaveCount(sent);
    if (heading === step) return;
  }
}

/** A run that has called the game. The stand-in game is no test build of it, so nothing could be checked. */
async function playRun(page: Page): Promise<void> {
  const runId = await aConformanceRun(page);
  await send(page, { path: `bench/runs/${runId}/play`, data: { scene: "PLAIN" } });
  await page.goto(`/bench/runs/${runId}`);
  await expect(page.getByText(/^The portal could not reach the game/)).toBeVisible();
}

/** Makes an address of the report on the page of a run, and returns it. */
export async function shareReport(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Make an address" }).click();
  const address = page.getByText(/\/conformance-report\/[\w-]{43}$/);
  await expect(address).toBeVisible();
  return (await address.textContent()) ?? "";
}

export const benchScreens: readonly Screen[] = [
  {
    name: "games that a person builds",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/bench");
      await expect(page.getByRole("table", { name: "Games you build" })).toBeVisible();
    },
  },
  {
    name: "a game's callbacks, people and editions",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/bench/4");
      await expect(page.getByRole("heading", { name: "A further edition" })).toBeVisible();
      await page.getByRole("button", { name: "Save right" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "refused logins of a game",
    open: async (page) => {
      await actAs(page, people.admin);
      const data = { gameId: 4, state: "s", clientCode: "short", deeplink: "https://game.example/not-registered" };
      const answer = await page.request.post(`${portalUrl}/api/auth/token/game/consent`, { data, headers: { "x-storyport": "1" } });
      expect(answer.ok()).toBe(false);
      await page.goto("/bench/4/refused-logins");
      await expect(page.getByRole("table", { name: "Refused logins" })).toContainText("errors.");
    },
  },
  {
    name: "a walk with its tokens",
    open: async (page) => {
      await actAs(page, people.admin);
      await walkTo(page, "2. Exchange the code for tokens");
      await page.getByText("The token, decoded").first().click();
    },
  },
  {
    name: "a conformance run that has played",
    open: async (page) => {
      await actAs(page, people.admin);
      await playRun(page);
    },
  },
  {
    name: "the report of a conformance run",
    open: async (page) => {
      await actAs(page, people.admin);
      await playRun(page);
      await page.goto(await shareReport(page));
      await expect(page.getByRole("heading", { name: "Conformance report" })).toBeVisible();
    },
  },
  {
    name: "the source of an example",
    open: async (page) => {
      await actAs(page, people.admin);
      await page.goto("/bench/examples/dashboard-node");
      await page.locator("summary").filter({ hasText: "dashboard.ts" }).click();
      await expect(page.getByRole("region", { name: "dashboard.ts" })).toBeVisible();
    },
  },
  {
    name: "a test login that the issuer refuses",
    open: async (page) => {
      await page.goto("/conformance-login?error=errors.callbackUrlNotRegistered");
      await expect(page.getByRole("heading", { name: "Test of a game" })).toBeVisible();
    },
  },
  {
    name: "a test login that leads away",
    open: async (page) => {
      await page.goto("/conformance-login?runId=00000000-0000-4000-8000-000000000000&callbackUrl=https://game.example/callback");
      await expect(page.getByText("https://game.example")).toBeVisible();
    },
  },
];
