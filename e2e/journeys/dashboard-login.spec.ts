import type { Page } from "@playwright/test";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, sendLogin } from "#/support/login.ts";
import { dashboardUrl, people, portalUrl } from "#/support/world.ts";

async function expectInDashboard(page: Page, origin: "portal" | "dashboard"): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "You are in the dashboard" })).toBeVisible();
  const opened = origin === "portal" ? "Opened from the portal." : "Opened from this dashboard; its own state came back.";
  await expect(page.getByText(opened)).toBeVisible();
  await expect(page.getByText("Yes: it holds login_dashboard and view_user_group.")).toBeVisible();
  await expect(page).toHaveURL(`${dashboardUrl}/visit`);
}

test("the portal's button opens the dashboard with the chosen school @phone", async ({ page }) => {
  await page.goto("/");
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "English" });
  await page.getByRole("link", { name: "Open the dashboard" }).click();
  await expectInDashboard(page, "portal");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test("the dashboard's own page leads through the login and back with its own state", async ({ page }) => {
  await page.goto(dashboardUrl);
  await page.getByRole("link", { name: "Open with Storyport" }).click();
  await expectLoginPage(page);
  await sendLogin(page, people.teacher);
  await expectInDashboard(page, "dashboard");
});

test("a logged-in user goes straight to the dashboard", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto(`${dashboardUrl}/open?gameId=4`);
  await expectInDashboard(page, "dashboard");
});

test("a member ends at the dashboard's no-access page in the portal's language", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto(`${dashboardUrl}/open?gameId=4`);
  await expect(page.getByRole("heading", { name: "No access to the dashboard" })).toBeVisible();
  await expect(page).toHaveURL(`${dashboardUrl}/en/no-access?ref=portal`);
  await page.goto("/?language=nb");
  await page.goto(`${dashboardUrl}/open?gameId=4`);
  await expect(page).toHaveURL(`${dashboardUrl}/nb/no-access?ref=portal`);
});

test("without any request /dashboard-redirect is no access", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/dashboard-redirect");
  await expect(page).toHaveURL(`${dashboardUrl}/en/no-access?ref=portal`);
});

test("the dashboard's call, typed as an address, says that it opens only from the portal", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/api/auth/token/analytics/access?gameId=4&orgId=00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("status")).toHaveText(
    "The dashboard opens only from Storyport itself. Choose “Open the dashboard” on this page.",
  );
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test("a manager of two schools chooses the school first", async ({ page }) => {
  await beLoggedIn(page, people.manager);
  await page.goto(`${dashboardUrl}/open?gameId=4`);
  await expect(page).toHaveURL(`${portalUrl}/login`);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect(page.getByLabel("Game", { exact: true })).toHaveValue("4");
  await expect(page.getByRole("button", { name: "Open the dashboard" })).toBeDisabled();
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Escola Sol" });
  await page.getByRole("link", { name: "Open the dashboard" }).click();
  await expect(page.getByRole("heading", { name: "You are in the dashboard" })).toBeVisible();
});

for (const [name, search] of [
  ["no game", "?orgId=0c7c54a0-93c8-4d5c-8a0f-2b8f3a7f5f11"],
  ["a foreign organization", "?gameId=4&orgId=0c7c54a0-93c8-4d5c-8a0f-2b8f3a7f5f11"],
  ["an organization that is no uuid", "?gameId=4&orgId=%27%20or%201%3D1"],
  ["a game that does not exist", "?gameId=999"],
  ["a very long state", `?gameId=4&state=${"s".repeat(5000)}`],
  ["a game of markup", "?gameId=%3Cscript%3E"],
] as const) {
  test(`/dashboard-login with ${name} ends on a page with words, in the dashboard or without access`, async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    const answers: number[] = [];
    page.on("response", (response) => answers.push(response.status()));
    await page.goto(`/dashboard-login${search}`);
    const inside = page.getByRole("heading", { name: "You are in the dashboard" });
    await expect(inside.or(page.getByRole("heading", { name: "No access to the dashboard" }))).toBeVisible();
    expect(answers.filter((status) => status >= 500)).toEqual([]);
  });
}
