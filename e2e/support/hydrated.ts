import { freshness } from "@storyport/contract/limits";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Waits until React answers for a control: before that a form posts itself, which is another journey. */
export async function hydrated(control: Locator): Promise<void> {
  const isAlive = async (): Promise<boolean> =>
    await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAlive, { timeout: 15_000 }).toBe(true);
}

/** As if the page, whose clock is the test's, had been open for a while: the account is asked for anew at the next step. */
export async function leaveOpen(page: Page): Promise<void> {
  await hydrated(page.locator("#main"));
  await page.clock.fastForward(freshness.account + 100);
}
