import type { Page } from "@playwright/test";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, sendLogin, userMenu } from "#/support/login.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people, portalUrl } from "#/support/world.ts";

const logoutButton = (page: Page) => page.getByRole("button", { name: "Logout" });

async function pressLogout(page: Page): Promise<void> {
  await hydrated(logoutButton(page));
  await logoutButton(page).click();
}

test("a logout asks first, names the user, and can be cancelled @phone", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  const logOut = page.getByRole("main").getByRole("link", { name: "Log out" });
  await hydrated(logOut);
  await logOut.click();
  await expect(page.getByRole("heading", { level: 1, name: "Logout" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  await expect(page.getByRole("main")).toContainText(people.teacher);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expectWelcome(page);
});

test("after a logout the session is dead and the back button shows nothing of the former pages @phone", async ({ page, context }) => {
  await page.goto("/login");
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
  await page.goto("/users/me");
  await expect(page.getByRole("region", { name: "Who you are" })).toContainText(people.teacher);
  const cookies = await context.cookies();
  await userMenu(page).click();
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await pressLogout(page);
  await expectLoginPage(page);
  await expect(page).toHaveURL(`${portalUrl}/login`);
  for (let step = 0; step < 4; step += 1) {
    await page.goBack();
    await expect(page.locator("body")).not.toContainText(people.teacher);
    await expect(page.locator("body")).not.toContainText("Kari");
  }
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("session");
  await context.addCookies(cookies);
  const answer = await page.request.get("/api/auth/auth/validate-auth");
  expect(answer.status()).toBe(401);
});

test("a logout in one tab is a logout in every tab", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/users/me");
  await expect(page.getByRole("region", { name: "Who you are" })).toContainText(people.teacher);
  const other = await context.newPage();
  await other.goto("/logout");
  await pressLogout(other);
  await expectLoginPage(other);
  await expectLoginPage(page);
  await expect(page.locator("body")).not.toContainText(people.teacher);
});

test("a logout forgets the login state and what was chosen", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/login?gameId=4&state=abc");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  // The page chooses the game by its script. Pages with several organizations store the choice of one.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("current-game"))).not.toBeNull();
  await page.evaluate(() => sessionStorage.setItem("current-organization", "one"));
  expect((await context.cookies()).map(({ name }) => name)).toContain("login-state");
  await page.goto("/logout");
  await pressLogout(page);
  await expectLoginPage(page);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("login-state");
  const kept = await page.evaluate(() => [sessionStorage.getItem("current-game"), sessionStorage.getItem("current-organization")]);
  expect(kept).toEqual([null, null]);
});

test("a logout that the server never heard of says so and logs nobody out", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.route("**/api/auth/auth/logout", (route) => route.fulfill(unavailable), { times: 1 });
  await page.goto("/logout");
  await pressLogout(page);
  await expect(page.getByRole("alert")).toContainText("Logout failed");
  await expect(page.getByRole("alert")).toContainText("You may still be logged in on this device.");
  await expect(page.getByRole("alert")).toBeFocused();
  expect((await page.request.get(`${portalUrl}/api/auth/auth/validate-auth`)).status()).toBe(200);
  await pressLogout(page);
  await expectLoginPage(page);
});

test("a provider that ends its own login is gone to after the logout, nothing else is", async ({ page }) => {
  for (const [logoutRedirect, end] of [
    [`${portalUrl}/redirected`, `${portalUrl}/redirected`],
    ["javascript:alert(1)", `${portalUrl}/login`],
    ["//evil.test/", `${portalUrl}/login`],
  ] as const) {
    await beLoggedIn(page, people.teacher);
    await page.route("**/api/auth/auth/logout", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { logoutRedirect } });
    });
    await page.goto("/logout");
    await pressLogout(page);
    await expect(page).toHaveURL(end);
  }
});

test("without a user /logout says 'not logged in' and leads back", async ({ page }) => {
  await page.goto("/logout");
  await expect(page.getByText("not logged in")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expectLoginPage(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the logout form logs out", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/logout");
    await logoutButton(page).click();
    await expectLoginPage(page);
    const answer = await page.request.get("/api/auth/auth/validate-auth");
    expect(answer.status()).toBe(401);
  });
});
