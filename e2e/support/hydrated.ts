import { freshness } from "@storyport/contract/limits";
import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./journey.ts";

/** Waits until React has hydrated a control. Before that the browser posts the form, which other journeys test. */
export async function hydrated(control: Locator): Promise<void> {
  // React puts the properties of a hydrated element under such a key.
  const isAlive = async (): Promise<boolean> =>
    await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAlive, { timeout: 15_000, intervals: [25] }).toBe(true);
}

/** Opens a page, and waits until it is hydrated and has drawn the answers to its own calls. */
export async function openAndWait(page: Page, path: string): Promise<void> {
  const calls = new Set<Request>();
  const begin = (request: Request) => void (request.resourceType() === "fetch" && calls.add(request));
  const end = (request: Request) => void calls.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(path);
  await hydrated(page.locator("#main"));
  const drawn = async () =>
    await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  const left = async () => {
    // A page begins its calls within a frame or two after hydration.
    await drawn();
    return calls.size;
  };
  await expect.poll(left, { timeout: 15_000, intervals: [25] }).toBe(0);
  await drawn();
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/**
 * Opens a page that goes on to an address that answers 204, and waits for its first bytes. The browser may stop the loading for that
 * address, and then the page never reports that it has loaded.
 */
export async function openPageThatLeaves(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "commit" });
}

/** Holds back all scripts until the returned function is called, so the page stays as the server drew it. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Stops the clock of a page that has `page.clock.install()`. A minute ahead, because a clock of Playwright never goes back. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Moves the page's clock, so that the next step fetches the account again. */
export async function leaveOpen(page: Page): Promise<void> {
  await hydrated(page.locator("#main"));
  await page.clock.fastForward(freshness.account + 100);
}
