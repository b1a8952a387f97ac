/** Scripts that never arrive or belong to the previous release, pages restored from memory, and two people at one browser. */
import type { Page } from "@playwright/test";
import { organizationId } from "#/support/admin-area.ts";
import { followForeignLink } from "#/support/foreign-page.ts";
import { leaveOpen } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, forgetCookies, sendLogin, userMenu } from "#/support/login.ts";
import { people, portalUrl } from "#/support/world.ts";

async function expectSlow(page: Page, path: string, wayOn: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("This page takes long to load."), path).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: wayOn }), path).toBeVisible();
}

test.describe("scripts", () => {
  test.use({ provokedErrors: /net::ERR_FAILED|Failed to fetch dynamically imported module|^SyntaxError/ });

  test("that never arrive leave a form that logs in, and a way on to the games", async ({ page }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/login");
    await sendLogin(page, people.teacher);
    await expect(page).toHaveURL(`${portalUrl}/post-login`);
    await expect(page.getByText("This page takes long to load.")).toBeVisible();
    await page.getByRole("link", { name: "Start Over" }).click();
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
  });

  test("that are switched off: a login goes on at once, without the wait", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/login");
    await sendLogin(page, people.teacher);
    await expect(page.getByRole("main")).toContainText("Logged in as Kari Nordmann");
    await context.close();
  });

  test("that never arrive behind the login: the page says so, and how to go on", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/player-groups");
    await expect(page.getByText("This page takes long to load.")).toBeVisible();
    await page.unroute("**/assets/*.js");
    await page.getByRole("link", { name: "Load it again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
  });

  const wordsOfSlowPages = [
    ["/login/qr?code=x", "I have a code"],
    ["/login/scan", "Load it again"],
    ["/login/second-factor?enrol=1", "Load it again"],
    ["/login/second-factor?passkey=1", "Load it again"],
    ["/account/set-password", "Load it again"],
    ["/account/confirm-email", "Load it again"],
  ] as const;

  test("that never arrive on a page that needs them: the page says so, and how to go on", async ({ context }) => {
    await context.route("**/assets/*.js", (route) => route.abort());
    await Promise.all(wordsOfSlowPages.map(async ([path, wayOn]) => await expectSlow(await context.newPage(), path, wayOn)));
  });

  test("that never arrive on a page that leads a user on: the page says so, and how to go on", async ({ page, context }) => {
    await beLoggedIn(page, people.teacher);
    await context.route("**/assets/*.js", (route) => route.abort());
    await expectSlow(page, "/login/feide", "Start Over");
    await expectSlow(page, "/dashboard-redirect", "Load it again");
  });

  test("that never arrive at a badge's link on another site: the way on does not skip the question", async ({ page }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await followForeignLink(page, `${portalUrl}/login/qr?code=x`);
    await expect(page.getByText("This page takes long to load.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "I have a code" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Load it again" })).toBeHidden();
  });

  test("of which the screen's own is missing leave a login form that logs in", async ({ page }) => {
    await page.route("**/assets/login-screen*.js", (route) => route.abort());
    await page.goto("/login");
    await sendLogin(page, people.teacher);
    await expectWelcome(page);
  });

  test("of the previous release are gone: the next page loads the new release", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/player-groups");
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
    let misses = 0;
    await page.route("**/assets/me-*.js", (route) => {
      misses += 1;
      return misses === 1 ? route.fulfill({ status: 404, body: "gone" }) : route.continue();
    });
    await userMenu(page).click();
    await page.getByRole("link", { name: "My profile" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
    expect(misses).toBeGreaterThan(1);
  });

  test("of the next page that arrive cut do not come back: Try again loads the document", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.goto("/player-groups");
    await expect(page.getByRole("heading", { level: 1, name: "Classes" })).toBeVisible();
    let requests = 0;
    await page.route("**/assets/me-*.js", async (route) => {
      requests += 1;
      if (requests > 1) return await route.continue();
      const whole = await (await route.fetch()).text();
      return await route.fulfill({ contentType: "text/javascript", body: whole.slice(0, whole.length / 2) });
    });
    await userMenu(page).click();
    await page.getByRole("link", { name: "My profile" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Oops!" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My profile" })).toBeVisible();
  });

  test("of the field for many organizations are missing: what was typed stays, and a plain search chooses", async ({ page }) => {
    await beLoggedIn(page, people.admin);
    await page.route("**/assets/combobox*.js", async (route) => {
      await page.getByLabel("Group name").fill("Readers of the fjord");
      await route.fulfill({ status: 404, body: "gone" });
    });
    const results = [{ id: await organizationId(page, "Fjordskolen"), organization_key: "Fjordskolen" }];
    // As if there were more than a select offers.
    const many = { results, page: { entityCount: 500, entityOffset: 0, entityLimit: 20 } };
    await page.route("**/api/auth/organization/search?*", (route) => route.fulfill({ json: many }));
    await page.goto("/user-groups/create-user-group");
    const field = page.getByRole("combobox", { name: "Organization", exact: true });
    await page.getByLabel("Search organizations").fill("fjord");
    await expect(field.getByRole("option")).toHaveCount(2);
    await field.selectOption({ index: 1 });
    await expect(page.getByRole("checkbox", { name: "Teacher", exact: true })).toBeVisible();
    await expect(page.getByLabel("Group name")).toHaveValue("Readers of the fjord");
    await page.getByRole("button", { name: "Create user group" }).click();
    await expect(page.getByText(/^User group '[0-9a-f-]{36}' successfully created!$/)).toBeVisible();
  });

  test("of the passkeys are missing: the page says what failed, and the form still logs in", async ({ page }) => {
    await page.route("**/assets/log-in-by-passkey*.js", (route) => route.abort());
    await page.goto("/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("Check the internet connection and reload the page.");
    await sendLogin(page, people.teacher);
    await expectWelcome(page);
  });

  test("of a file's reader are missing: the page says so, and the list stays", async ({ page }) => {
    await beLoggedIn(page, people.teacher);
    await page.route("**/assets/read-one-roster*.js", (route) => route.abort());
    await page.goto("/player-groups/import");
    await page.getByLabel("Names", { exact: true }).fill("Nora");
    const zip = { name: "school.zip", mimeType: "application/zip", buffer: Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]) };
    await page.getByLabel("Choose a file").setInputFiles(zip);
    await expect(page.getByRole("alert")).toContainText("The program that reads this file did not load.");
    await expect(page.getByLabel("Names", { exact: true })).toHaveValue("Nora");
    await expect(page.getByRole("button", { name: "Check the list" })).toBeEnabled();
  });
});

test("a page that the browser restores from memory after a logout shows nothing of the user", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/users/me");
  await expect(page.getByRole("region", { name: "Who you are" })).toContainText(people.teacher);
  await context.clearCookies({ name: /session|user/ });
  // The driver switches the real cache off, so this is its event.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expectLoginPage(page);
});

test("two people, two tabs: after another person's login no tab shows or writes as the former one", async ({ page, context }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/users/me");
  await expect(page.getByRole("region", { name: "Who you are" })).toContainText(people.teacher);
  await context.clearCookies({ name: "session" });
  const second = await context.newPage();
  await second.goto("/login");
  await sendLogin(second, people.camille);
  await expectWelcome(second);
  await expect(page.getByRole("region", { name: "Who you are" })).toContainText(people.camille);
  await expect(page.locator("body")).not.toContainText(people.teacher);
});

/** An administrator logs in beside a teacher's open page, as by a tab that never got its scripts. */
async function logInBesides(page: Page): Promise<void> {
  await beLoggedIn(page, people.teacher);
  await page.clock.install();
  await page.goto("/player-groups");
  await expect(page.getByRole("link", { name: "2B" }).first()).toBeVisible();
  await beLoggedIn(page, people.admin);
  await leaveOpen(page);
}

test("a login in another tab that tells nothing: the next page of the area belongs to the new account", async ({ page }) => {
  await logInBesides(page);
  await userMenu(page).click();
  await page.getByRole("link", { name: "My profile" }).click();
  await expect(page.getByRole("main")).toContainText(people.admin);
  await expect(userMenu(page, people.admin)).toBeVisible();
});

test("after such a login a link within the page loads the page of the new account", async ({ page }) => {
  await logInBesides(page);
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await expect(userMenu(page, people.admin)).toBeVisible();
});

test.describe("cookies", () => {
  test.use({ provokedErrors: /status of 431/ });

  test("more than a request may carry are answered in words that help", async ({ page, context }) => {
    // Nearly as many as Chromium keeps for a site (180). The server takes 16 KiB of headers.
    const value = "x".repeat(4000);
    await context.addCookies(Array.from({ length: 170 }, (_, index) => ({ name: `c${index}`, value, url: portalUrl })));
    const answer = await page.goto("/login");
    expect(answer?.status()).toBe(431);
    await expect(page.locator("body")).toContainText("Clear the cookies");
    await forgetCookies(context);
    await page.reload();
    await expectLoginPage(page);
  });
});
