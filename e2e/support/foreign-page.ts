import type { Page } from "@playwright/test";

/**
 * Another site than the portal's. It has the game's host, but not its origin: another host would count as a request to a third party
 * (faults.ts). Nothing listens there, and the test answers.
 */
const foreignUrl = "http://127.0.0.1:9/stickers";

/** A page of another site with a link on it, which sends no referrer, or the whole address. */
export async function followForeignLink(page: Page, href: string, referrerPolicy = "no-referrer"): Promise<void> {
  const link = `<a href="${href.replaceAll("&", "&amp;")}" referrerpolicy="${referrerPolicy}">Free stickers</a>`;
  const body = `<!doctype html><title>Stickers</title>${link}`;
  await page.route(foreignUrl, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(foreignUrl);
  await page.getByRole("link", { name: "Free stickers" }).click();
}
