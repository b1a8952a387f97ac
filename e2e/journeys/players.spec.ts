/** Teachers and administrators look after players (specification, section 2). */
import { ask, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test("players are searched by a part of the name, and one is renamed and back", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/players");
  await expect(page.getByRole("heading", { level: 1, name: "Player Search" })).toBeVisible();
  await page.getByRole("button", { name: "Search Players" }).click();
  await expect(page).toHaveURL(/filter=$/);
  await page.getByLabel("Player name or ID").fill("nor");
  await page.getByRole("button", { name: "Search Players" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Nora" })).toContainText(/Girl|Boy/);
  await page.getByRole("link", { name: "Nora" }).click();
  const name = page.getByLabel("Player name", { exact: true });
  await name.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a name.", { exact: false })).toBeVisible();
  await name.fill("Nora Li");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await name.fill("Nora");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("two concurrent edits of a player keep both changes", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/players?filter=jonas");
  await page.getByRole("link", { name: "Jonas" }).click();
  const name = page.getByLabel("Player name", { exact: true });
  await name.fill("Jonas B");
  const id = new URL(page.url()).pathname.split("/").pop();
  const { version } = await ask<{ version: number }>(page, `players/${id}`);
  await send(page, { method: "PATCH", path: `players/${id}`, data: { version, excludedFromAnalysis: true } });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Someone else changed this.");
  await page.getByRole("button", { name: "Show the latest version" }).click();
  await expect(page.getByRole("checkbox", { name: "Leave out of the analysis" })).toBeChecked();
  await expect(name).toHaveValue("Jonas B");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await name.fill("Jonas");
  await page.getByRole("checkbox", { name: "Leave out of the analysis" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Included", { exact: true })).toBeVisible();
});

test("a teacher searches the players of the own classes", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/players");
  await expect(page.getByRole("heading", { level: 1, name: "Player Search" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Nora" })).toBeVisible();
  await page.getByLabel("Player name or ID").fill("aks");
  await page.getByRole("button", { name: "Search Players" }).click();
  await expect(page.getByRole("link", { name: "Nora" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Aksel" })).toBeVisible();
});
