import { freshness } from "@storyport/contract/limits";
import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./journey.ts";

/** Waits until React answers for a control: before that a form posts itself, which is another journey. */
export async function hydrated(control: Locator): Promise<void> {
  const isAlive = async (): Promise<boolean> =>
    await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAlive, { timeout: 15_000 }).toBe(true);
}

/** Opens a page and waits until it is alive, and whatever it asks the portal for by itself has been answered and drawn. */
export async function openSettled(page: Page, path: string): Promise<void> {
  const calls = new Set<Request>();
  const begin = (request: Request) => void (request.resourceType() === "fetch" && calls.add(request));
  const end = (request: Request) => void calls.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(path);
  await hydrated(page.locator("#main"));
  const drawn = async () =>
    await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  const left = async () => {
    // What a page that has just come alive asks for, it asks for within a frame or two.
    await drawn();
    return calls.size;
  };
  await expect.poll(left, { timeout: 15_000 }).toBe(0);
  await drawn();
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
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
