/** Permitted users read the history in words. Its filter is in the address (DESIGN 8.2). */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ownHeaders } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

/** Creates a player group on its page and returns its id. */
async function aGroupMadeBy(page: Page, email: string, name: string): Promise<string> {
  await beLoggedIn(page, email);
  await page.goto("/player-groups");
  await page.getByLabel("Name of the class").fill(name);
  await page.getByRole("button", { name: "Create class" }).click();
  await page.waitForURL(/\/player-groups\/[\da-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("an administrator reads what happened to a group, and who did it, with a link to each @phone", async ({ page, browser }) => {
  const teacher = await (await browser.newContext()).newPage();
  const name = "Written down";
  const groupId = await aGroupMadeBy(teacher, people.teacher, name);
  await teacher.getByRole("link", { name: "Rights" }).click();
  await teacher.getByLabel("Email address").fill(people.newcomer);
  await teacher.getByRole("button", { name: "Give rights" }).first().click();
  await expect(teacher.getByRole("row", { name: people.newcomer })).toBeVisible();

  await beLoggedIn(page, people.admin);
  await page.goto("/history");
  await page.getByLabel("About or by").fill(groupId);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`about=${groupId}`));
  await expect(page.getByRole("row")).toHaveCount(3);
  const change = page.getByRole("row", { name: "Changed who may do what with the class" });
  await expect(change).toContainText("Rights: No rights → See");
  await expect(change).toContainText(/\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d/);
  await change.getByText("Details").first().click();
  await expect(change).toContainText("Request");
  await expect(change.getByRole("link", { name: people.teacher })).toHaveAttribute("href", /\/users\/[\da-f-]{36}/);

  await page.getByLabel("What happened", { exact: true }).selectOption({ label: "Created the class" });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByLabel("About or by")).toHaveValue(groupId);

  await page.getByRole("row", { name: "Created the class" }).getByRole("link", { name }).click();
  await page.getByRole("navigation", { name: "Parts of this class" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("rowheader", { name: "Created the class" })).toBeVisible();
  await expect(page.getByText("No older events")).toBeVisible();
});

test("the result of a filter is downloaded as CSV", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/history?event=login_succeeded");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("history.csv");
  const [header, ...events] = (await readFile(await file.path(), "utf8")).trim().split(/\r?\n/);
  expect(header).toContain("time,event,who,whom,organization,details,request,network");
  expect(events.length).toBeGreaterThan(0);
  for (const line of events) expect(line).toMatch(/^[^,]+,login_succeeded,/);
  expect(events[0]).toContain(people.admin);
});

test("older and newer pages follow each other, and back works", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  // Each export is an event, and a page has fifty of them.
  for (let index = 0; index < 55; index++) {
    await page.request.get("/api/auth/audit-events/export?event=no_such_event", { headers: ownHeaders });
  }
  await page.goto("/history?event=history_exported");
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/before=\d+/);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(page).not.toHaveURL(/before=/);
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.goBack();
  await expect(page).toHaveURL(/before=\d+/);
});

test("a filter that finds nothing says so, and is cleared by a link", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/history?to=2001-01-01");
  await expect(page.getByRole("status").filter({ hasText: "Nothing found." })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("a teacher may not read the history", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/history");
  await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the start page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});
