/** Lists on a desk and on a phone: lines that do not break, cards that begin with a name, nothing to scroll sideways. */
import type { Locator, Page } from "@playwright/test";
import { actAs } from "#/support/actors.ts";
import { expect, test } from "#/support/journey.ts";
import { chooseLanguage, layoutFaults } from "#/support/languages.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

/** The texts that an element shows on more than one line. */
async function brokenTexts(elements: Locator): Promise<string[]> {
  return await elements.evaluateAll((found) =>
    found
      .filter((element) => {
        const tops = new Set<number>();
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(node);
          for (const { top, width } of range.getClientRects()) if (width > 0) tops.add(Math.round(top));
        }
        return tops.size > 1;
      })
      .map((element) => element.textContent),
  );
}

const hiddenWidth = async (list: Locator): Promise<number> => await list.evaluate((frame) => frame.scrollWidth - frame.clientWidth);

async function openUsers(page: Page, width: number): Promise<Locator> {
  await page.setViewportSize({ width, height: 800 });
  await actAs(page, people.admin);
  await page.goto("/users");
  const list = page.getByRole("region", { name: "Users" });
  await expect(list.getByRole("rowheader")).toHaveCount(10);
  return list;
}

test("at 1280 px addresses, dates and ids of the user list are on one line each, and all columns are in view", async ({ page }) => {
  const list = await openUsers(page, 1280);
  expect(await brokenTexts(list.locator("th a, time, td:first-child span"))).toEqual([]);
  expect(await hiddenWidth(list)).toBe(0);
});

test("at 1280 px the user list is as wide as its page in French too", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await beLoggedIn(page, people.admin);
  await page.goto("/users");
  await chooseLanguage(page, "fr");
  const list = page.getByRole("region", { name: "Utilisateurs" });
  await expect(list.getByRole("rowheader")).toHaveCount(10);
  expect(await brokenTexts(list.locator("th a, time, td:first-child span"))).toEqual([]);
  expect(await hiddenWidth(list)).toBe(0);
});

test("at 360 px each user is a card that begins with the address and has one line for each date and id", async ({ page }) => {
  const list = await openUsers(page, 360);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await hiddenWidth(list)).toBe(0);
  expect(await brokenTexts(list.locator("time, td:first-child span"))).toEqual([]);
  for (const row of await list
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") })
    .all()) {
    const [name, ...others] = await row
      .locator("th, td")
      .evaluateAll((cells) =>
        cells.map((cell) => ({ tag: cell.tagName, top: cell.getBoundingClientRect().top })).toSorted((a, b) => a.top - b.top),
      );
    expect(name?.tag).toBe("TH");
    expect(others).toHaveLength(7);
  }
});

async function openClass(page: Page, width: number): Promise<Locator> {
  await page.setViewportSize({ width, height: 800 });
  await actAs(page, people.teacher);
  await page.goto("/player-groups");
  await page.getByRole("main").getByRole("link", { name: "2A" }).click();
  const nora = page.getByRole("row", { name: "Nora" });
  await expect(nora).toBeVisible();
  return nora;
}

test("a student's daily actions are in view, the others in a menu over the list, on a phone and on a desk", async ({ page }) => {
  for (const width of [360, 768, 1280]) {
    const nora = await openClass(page, width);
    await expect(nora.getByRole("button")).toHaveText(["Code Nora", "Print again Nora"]);
    expect(await layoutFaults(page), `${width}`).toEqual([]);
    const tops = await nora
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${width}`).toBe(1);

    await nora.getByLabel("More for Nora").click();
    const last = nora.getByRole("button", { name: "Void badge Nora" });
    await expect(last).toBeVisible();
    // What the list cuts off, or another part covers, takes no press.
    await last.click({ trial: true });
    await page.keyboard.press("Escape");
    await expect(last).toBeHidden();
    await expect(nora.getByLabel("More for Nora")).toBeFocused();
  }
});

test("a caption is as wide as its list, and the lists of a school and of rights do not scroll on a phone", async ({ page }) => {
  await openClass(page, 360);
  await page.getByRole("link", { name: "Rights", exact: true }).click();
  const rights = page.getByRole("region", { name: "Who has rights on this class" });
  await expect(rights).toBeVisible();
  expect(await hiddenWidth(rights)).toBe(0);
  expect(await brokenTexts(rights.locator("caption"))).toEqual([]);

  await actAs(page, people.admin);
  await page.goto("/organizations");
  await page.getByRole("main").getByRole("link", { name: "Fjordskolen" }).click();
  const games = page.getByRole("region", { name: "Organization Games" });
  await expect(games).toBeVisible();
  expect(await hiddenWidth(games)).toBe(0);
});
