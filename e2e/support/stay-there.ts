import { waits } from "@storyport/contract/limits";
import type { Page } from "@playwright/test";

/** A page that leads on after its success stays: to look at it takes longer. For pages that are opened after this. */
export async function stayThere(page: Page): Promise<void> {
  await page.addInitScript((wait) => {
    const begin = window.setTimeout.bind(window);
    const patched = (handler: TimerHandler, milliseconds?: number, ...rest: unknown[]) =>
      milliseconds === wait ? 0 : begin(handler, milliseconds, ...rest);
    Reflect.set(window, "setTimeout", patched);
  }, waits.afterSuccess);
}
