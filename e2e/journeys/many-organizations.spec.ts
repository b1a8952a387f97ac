/** With more organizations than fit into a select, the user finds one by typing, and lists have pages. */
import type { Page } from "@playwright/test";
import { send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test.describe.configure({ timeout: 120_000 });

/** The options of the language switch do not count. */
const offered = (page: Page) => page.getByRole("listbox", { name: "Organizations" }).getByRole("option");

/** Logs an administrator in and makes sixty schools, more than a select offers and more than a page of a list. */
async function makeSixtySchools(page: Page): Promise<void> {
  await beLoggedIn(page, people.admin);
  // Two digits each, so that a first digit finds ten of them.
  for (let index = 10; index < 70; index++) {
    await send(page, { path: "organization/create", data: { key: `Skole-${index}`, description: "A school", gameIds: [] } });
  }
}

test("among many organizations one is found as one types, by keyboard alone, and stays chosen; their list comes in pages", async ({
  page,
}) => {
  await makeSixtySchools(page);

  await page.goto("/user-groups/create-user-group");
  await page.getByLabel("Group name").fill("Readers of the fjord");
  const field = page.getByRole("combobox", { name: "Organization", exact: true });
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await field.focus();
  await page.keyboard.type("skole-4");
  const options = offered(page);
  await expect(options).toHaveCount(10);
  await expect(page.getByRole("status").filter({ hasText: "Found: 10" })).toBeAttached();
  // The library's own button, whose name is English in every language.
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const active = await field.getAttribute("aria-activedescendant");
  await expect(page.locator(`[id="${active}"]`)).toHaveText("Skole-42");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Skole-41");
  await expect(options).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Teacher", exact: true })).toBeVisible();

  // Escape keeps the choice. Leaving the field with a text that matches no option keeps it too.
  await field.fill("nothing like it");
  await expect(page.getByRole("status").filter({ hasText: "No organizations found" })).toBeAttached();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("Skole-41");
  await field.fill("skole");
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue("Skole-41");

  await page.getByRole("button", { name: "Create user group" }).click();
  await expect(page.getByText(/^User group '[0-9a-f-]{36}' successfully created!$/)).toBeVisible();

  await page.goto("/user-groups?filter=skole-41");
  await expect(page.getByRole("row", { name: "Readers of the fjord" })).toContainText("Skole-41");

  await page.goto("/organizations");
  await expect(page.getByText("Showing results 1-50 of 64")).toBeVisible();
  await page.getByRole("link", { name: "Page 2", exact: true }).press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("Showing results 51-64 of 64")).toBeVisible();
  // The next page is read from its beginning.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await page.goto("/organizations?page=99&filter=skole-");
  await expect(page).toHaveURL(/page=2&filter=skole-/);
  await expect(page.getByText("Showing results 51-60 of 60")).toBeVisible();

  // The history's filter keeps the chosen organization in the address, and shows its key after a return.
  await page.goto("/history");
  const place = page.getByRole("combobox", { name: "Organization", exact: true });
  await place.fill("skole-41");
  await offered(page).filter({ hasText: "Skole-41" }).click();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/organization=[\da-f-]{36}/);
  await page.reload();
  await expect(place).toHaveValue("Skole-41");
  const made = page.getByRole("row", { name: "Created the user group" });
  await made.getByText("Details").first().click();
  await expect(made.getByRole("link", { name: "Skole-41" })).toHaveAttribute("href", /\/organizations\/[\da-f-]{36}/);
  // A text that matches no option does not become the choice.
  await place.fill("");
  await place.press("Tab");
  await place.fill("skole-zzz");
  await expect(page.getByRole("status").filter({ hasText: "No organizations found" })).toBeAttached();
  await place.press("Tab");
  await expect(page.getByText("Choose one from the list.")).toBeVisible();
  await expect(place).toHaveValue("skole-zzz");

  await page.goto("/admin/create-account");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Admin page", exact: true })).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("combobox", { name: "Organization", exact: true }).fill("skole-6");
  await expect(offered(page)).toHaveCount(10);
  expect((await offered(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
