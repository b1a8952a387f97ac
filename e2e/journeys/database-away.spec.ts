/** PostgreSQL is stopped and started again under the portal, and people come back by themselves (docs/decisions/0061). */
import type { Locator, Page } from "@playwright/test";
import { expect } from "#/support/journey.ts";
import { beLoggedIn, userMenu } from "#/support/login.ts";
import { test } from "#/support/own-database.ts";
import { password, people } from "#/support/world.ts";

/** Opens a form until the portal shows its own page instead. For up to two seconds the portal still believes the database's last answer. */
async function openUntilAway(page: Page, heading: Locator): Promise<void> {
  await expect(async () => {
    await page.goto("/login/password");
    await expect(heading).toBeVisible({ timeout: 500 });
  }).toPass();
}

// A page opens by itself only for people who allow motion.
test.use({ provokedErrors: /Failed to fetch|Failed to load resource/, reducedMotion: "no-preference" });
test.setTimeout(180_000);

const away = (page: Page) => page.getByRole("heading", { level: 1, name: "Sorry, the portal is not available right now" });
const tryAgain = (page: Page) => page.getByRole("link", { name: "Try again" });

// A failed test may leave PostgreSQL stopped or running, and only a stopped one can be started.
test.afterEach(async ({ postgres }) => {
  await postgres.goAway();
  await postgres.comeBack();
});

test("a page of the portal waits, and opens by itself as soon as PostgreSQL is back", async ({ page, postgres }) => {
  await beLoggedIn(page, people.teacher);
  await postgres.goAway();
  expect((await page.goto("/users/me"))?.status()).toBe(503);
  await expect(away(page)).toBeVisible();
  await tryAgain(page).click();
  await expect(away(page)).toBeVisible();
  await postgres.comeBack();
  await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible({ timeout: 90_000 });
});

test("for people who want little motion the page says that the portal is back, and does not change by itself", async ({
  page,
  postgres,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await postgres.goAway();
  await openUntilAway(page, away(page));
  await postgres.comeBack();
  await expect(page.getByText("The portal is available again.")).toBeVisible({ timeout: 90_000 });
  await expect(away(page)).toBeVisible();
  await tryAgain(page).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] }, locale: "nb" });

  test("a form with a password that was sent meanwhile comes back by itself with the email alone, and logs in", async ({
    page,
    postgres,
  }) => {
    await page.goto("/login/password?language=en");
    await page.getByLabel("Email", { exact: true }).fill(people.teacher);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await postgres.goAway();
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(away(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Send again" })).toBeHidden();
    await postgres.comeBack();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(people.teacher, { timeout: 90_000 });
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/");
    await expect(userMenu(page)).toContainText(people.teacher);
  });

  test("the page speaks the browser's language, and asks again by itself", async ({ page, postgres }) => {
    await postgres.goAway();
    await openUntilAway(page, page.getByRole("heading", { level: 1, name: "Portalen er dessverre ikke tilgjengelig akkurat nå" }));
    await postgres.comeBack();
    await expect(page.getByLabel("Passord", { exact: true })).toBeVisible({ timeout: 90_000 });
  });
});
