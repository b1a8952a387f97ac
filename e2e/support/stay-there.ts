import { waits } from "@storyport/contract/limits";
import type { Page } from "@playwright/test";

/** Keeps a page that redirects after its success, so that the checks have time. Applies to pages opened afterwards. */
export async function stayThere(page: Page): Promise<void> {
  await page.addInitScript((wait) => {
    const begin = window.setTimeout.bind(window);
    const patched = (handler: TimerHandler, milliseconds?: number, ...rest: unknown[]) =>
      milliseconds === wait ? 0 : begin(handler, milliseconds, ...rest);
    Reflect.set(window, "setTimeout", patched);
  }, waits.afterSuccess);
}
