/** An administrator sees how the platform is. The mail server of this file's portal is away, so there is something to find. */
import { send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people } from "#/support/world.ts";

// Nothing listens on this port.
test.use({ settings: { SMTP_URL: "smtp://127.0.0.1:9" } });

test("an administrator sees logins, portals and keys, and what to do about letters that do not leave @phone", async ({ page }) => {
  await send(page, { path: "pw/reset-password-by-email", data: { email: people.teacher } });
  await beLoggedIn(page, people.admin);
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Sections of the admin area" }).getByRole("link", { name: "Health" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();
  await expect(page.getByText(/^Checked: \d\d\.\d\d\.\d{4}/)).toBeVisible();

  const findings = page.getByRole("region", { name: "What is not well" });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(findings).toContainText(/The mail server does not take some emails \(.?E(SOCKET|CONNECTION)/, { timeout: 1000 });
  }).toPass();
  // A busy machine may have other findings too.
  const letters = findings.locator("> *").filter({ hasText: "They will be tried again." });
  await letters.getByText("What the runbook says (in English)").click();
  await expect(letters).toContainText("Letters are sent by themselves, as long as their links are valid.");

  const password = page.getByRole("region", { name: "Password", exact: true });
  await expect(password).toContainText("Succeeded:");
  await password.getByText("Show as a table").click();
  await expect(password.getByRole("row")).not.toHaveCount(0);

  const portals = page.getByRole("region", { name: "Portals", exact: true });
  await expect(portals).toContainText("Running");
  await expect(page.getByText("SECRET_KEY", { exact: true })).toBeVisible();
  await expect(page.getByText(/\d{4}_\w+\.sql/)).toBeVisible();
});

test("a teacher may not see it", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/health");
  await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
});

test.describe("without an answer", () => {
  test.use({ provokedErrors: /503/ });

  test("the page says so, and a retry shows everything", async ({ page }) => {
    await beLoggedIn(page, people.admin);
    await page.route("**/api/auth/health", (route) => route.fulfill(unavailable));
    await page.goto("/health");
    await expect(page.getByRole("alert")).toContainText("Failed to load the health of the platform");
    await page.unroute("**/api/auth/health");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText(/^Checked:/)).toBeVisible();
  });
});
