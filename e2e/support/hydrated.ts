import type { Locator } from "@playwright/test";
import { expect } from "./journey.ts";

/** Waits until React answers for a control: before that a form posts itself, which is another journey. */
export async function hydrated(control: Locator): Promise<void> {
  const isAlive = async (): Promise<boolean> =>
    await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAlive, { timeout: 15_000 }).toBe(true);
}
