/** The links between sections, and the tabs of a page: a second row in a wide window, a row that scrolls in a narrow one. */
import type { Locator, Page } from "@playwright/test";
import { actAs } from "#/support/actors.ts";
import { expect, test } from "#/support/journey.ts";
import { chooseLanguage } from "#/support/languages.ts";
import { people } from "#/support/world.ts";

/** Where the links of a row are: how much of the row is hidden, on how many lines they are, and where each line begins. */
async function layoutOf(row: Locator): Promise<{ hidden: number; lines: number; starts: number[] }> {
  return await row.evaluate((frame) => {
    const boxes = [...frame.querySelectorAll("li")].map((item) => item.getBoundingClientRect());
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    const starts = tops.map((top) => Math.min(...boxes.filter((box) => Math.round(box.top) === top).map(({ left }) => Math.round(left))));
    return { hidden: frame.scrollWidth - frame.clientWidth, lines: tops.length, starts: [...new Set(starts)] };
  });
}

const sections = (page: Page): Locator => page.locator("main nav").filter({ has: page.locator('a[href="/health"]') });

for (const language of ["fr", "pt-BR"] as const) {
  test(`an administrator sees every section at 1280 and 768 px, in lines that begin together (${language})`, async ({ page }) => {
    await actAs(page, people.admin);
    await page.goto("/health");
    await chooseLanguage(page, language);
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(sections(page).locator('[aria-current="page"]')).toBeVisible();
      const { hidden, lines, starts } = await layoutOf(sections(page));
      expect({ hidden, isWrapped: lines > 1, starts: starts.length }).toEqual({ hidden: 0, isWrapped: true, starts: 1 });
    }
  });
}

test("on a phone the sections stay in one line, which scrolls to the present section", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAs(page, people.admin);
  await page.goto("/health");
  await expect(sections(page).locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
  const { hidden, lines } = await layoutOf(sections(page));
  expect(lines).toBe(1);
  expect(hidden).toBeGreaterThan(0);
});
