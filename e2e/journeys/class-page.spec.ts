/** The page of a class on a phone: what a teacher presses is in view, and what a child types is whole. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#/support/journey.ts";
import { hydrated } from "#/support/hydrated.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

const phone = { width: 360, height: 740 };

/** Opens the page of 2B, which has 25 students. */
async function openLongClass(page: Page, link: RegExp | string): Promise<void> {
  await page.setViewportSize(phone);
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  await page.getByRole("region", { name: "My classes" }).getByRole("link", { name: link, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Class 2B" })).toBeVisible();
}

/** The upper and the lower edge on the screen, in whole pixels. */
async function edgesOf(thing: Locator): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await thing.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  return { top: Math.round(y), bottom: Math.round(y + height) };
}

test("the actions for the chosen students are at the lower edge of the screen, however long the list is", async ({ page }) => {
  await openLongClass(page, "Give a code 2B");
  const bar = page.getByRole("group", { name: "For the chosen students" });
  const boxes = page.getByRole("rowheader").getByRole("checkbox");
  await expect(boxes).toHaveCount(25);
  await boxes.first().check();
  await expect(bar.getByRole("button", { name: "Codes (1)" })).toBeInViewport({ ratio: 1 });
  expect((await edgesOf(bar)).bottom).toBe(phone.height);
  await expect(page.getByRole("heading", { name: "Who needs a code?" })).toBeVisible();
});

test("while students are chosen, each row has its box, its boat and its name on one line", async ({ page }) => {
  await openLongClass(page, "Give a code 2B");
  const row = page.getByRole("rowheader").first();
  await expect(row).toBeVisible();
  const middles = await row
    .locator("input, svg, bdi")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
  expect(middles).toHaveLength(3);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
});

test("the menu of a row at the lower edge of the screen opens inside the screen", async ({ page }) => {
  await openLongClass(page, "2B");
  const row = page.getByRole("row").nth(8);
  const dots = row.getByLabel(/^More for /);
  await hydrated(dots);
  await dots.evaluate((button) => button.scrollIntoView({ block: "end" }));
  await dots.click();
  const list = row.getByRole("list");
  await expect(list).toBeVisible();
  await expect.poll(async () => (await edgesOf(list)).bottom).toBeLessThanOrEqual(phone.height);
  expect((await edgesOf(list)).top).toBeGreaterThanOrEqual(0);
});

test.describe("the field of a child's code", () => {
  for (const width of [320, 360, 375]) {
    test(`shows the widest code whole at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/login/code");
      const field = page.getByLabel("Your code");
      await hydrated(field);
      for (const code of ["WMW888888", "LNS276892", "MWM000000"]) {
        await field.fill(code);
        await expect(field).toHaveValue(/^\w{3} \d{3} \d{3}$/);
        expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      }
    });
  }
});
