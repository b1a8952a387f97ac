import { freshness } from "@storyport/contract/limits";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Waits until React answers for a control: before that a form posts itself, which is another journey. */
export async function hydrated(control: Locator): Promise<void> {
  const isAlive = async (): Promise<boolean> =>
    await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAlive, { timeout: 15_000 }).toBe(true);
}

/** Lets no script arrive before what it answers is called: the page stands there as the server drew it. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** As if the page, whose clock is the test's, had been open for a while: the account is asked for anew at the next step. */
export async function leaveOpen(page: Page): Promise<void> {
  await hydrated(page.locator("#main"));
  await page.clock.fastForward(freshness.account + 100);
}
