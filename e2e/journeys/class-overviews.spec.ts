/** The start page of a teacher: her classes, and one tap to a lesson, the print sheet and a code. */
import type { Page } from "@playwright/test";
import { ask, send } from "#/support/admin-area.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

const card = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "My classes" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test("one tap starts a lesson of the class; the card then opens it @phone", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  await expect(card(page, "2A").getByText("Students: 3")).toBeVisible();
  const start = card(page, "2A").getByRole("link", { name: "Start a lesson 2A" });
  await hydrated(start);
  await start.click();
  await expect(page.getByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeVisible();
  await page.goto("/");
  await expect(card(page, "2A").getByText(/^Lesson until /)).toBeVisible();
  await card(page, "2A").getByRole("link", { name: "Open the lesson 2A" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lesson: 2A" })).toBeVisible();
  // The other tests of this portal find the class without a lesson.
  const { classes } = await ask<{ classes: { playerGroupId: string; groupName: string }[] }>(page, "class-overviews");
  const id = classes.find(({ groupName }) => groupName === "2A")?.playerGroupId ?? "";
  const { lesson } = await ask<{ lesson: { id: string } }>(page, `player-groups/${id}/lesson`);
  await send(page, { path: `lessons/${lesson.id}/bell`, data: {} });
});

test("print offers the badges of the class, also after a reload, and a code is given to the chosen student", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  await card(page, "2A").getByRole("link", { name: "Print 2A" }).click();
  await expect(page.getByText("Print the badges of the whole class?")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Show the badges" }).click();
  await expect(page.getByRole("heading", { name: "Badges", exact: true })).toBeFocused();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Close the badges" }).click();
  await expect(page.getByRole("img", { name: /^QR code of/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto("/");
  await card(page, "2A").getByRole("link", { name: "Give a code 2A" }).click();
  await page.getByRole("checkbox", { name: "Emil" }).check();
  await page.getByRole("button", { name: "Codes (1)" }).click();
  await expect(page.getByRole("heading", { name: "Code for Emil" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Choose students" })).toBeVisible();
});

test("a teacher without a class is led to her list of names", async ({ page }) => {
  await beLoggedIn(page, people.camille);
  await page.goto("/");
  await expect(page.getByText("You have no class yet")).toBeVisible();
  await page.getByRole("link", { name: "Paste a list of names" }).click();
  await expect(page).toHaveURL(/\/player-groups\/import$/);
});

test("a member without classes sees nothing of them", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "My classes" })).toHaveCount(0);
});

test.describe("before the script runs", () => {
  test("every action is a link, and starting a lesson leads to the class page", async ({ browser, page }) => {
    await beLoggedIn(page, people.teacher);
    const cookies = await page.context().cookies();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const still = await plain.newPage();
    await still.goto("/");
    const links = card(still, "2A").getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.replace(/[\da-f-]{36}/, "2A")));
    expect(addresses).toEqual(["/player-groups/2A", "/player-groups/2A", "/player-groups/2A?open=codes", "/player-groups/2A?open=print"]);
  });
});
