/** People who build a game: a walk through a login, a run, and a report for a colleague (decisions 68 and 76). */
import { shareReport, walkTo } from "#/support/bench-screens.ts";
import { expect, test } from "#/support/journey.ts";
import { newVisitor } from "#/support/languages.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people, portalUrl } from "#/support/world.ts";

test("a builder walks through a login, from the code to the end of the token @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await walkTo(page, "7. Give the token back");
  await expect(page.getByText(/^You have seen the whole login/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Answer 302" })).toContainText("/conformance/");
  await page.getByText("The token, decoded").first().click();
  await expect(page.getByText("at+jwt")).toBeVisible();
  await expect(page.getByRole("table", { name: "Answer 400" })).toHaveCount(2);
  await expect(page).toHaveURL(/\/bench\/4$/);

  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByText("This is the right answer.")).toHaveCount(0);
});

test("a walk that was ended elsewhere says why its request is refused", async ({ page, context }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/bench/4");
  await page.getByRole("button", { name: "Start a walk" }).click();
  await expect(page.getByRole("button", { name: "Send this request" })).toBeVisible();
  const other = await context.newPage();
  await walkTo(other, "1. Send the browser to the portal");
  await page.getByRole("button", { name: "Send this request" }).click();
  await expect(page.getByText(/The cause: 409 errors\.conformanceRunEnded/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send this request" })).toHaveCount(0);
});

test("a run's issuer shows a visitor from elsewhere where it leads, and its report needs no login", async ({ page, browser }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/bench/4");
  await page.getByRole("button", { name: "Start a run" }).click();
  const issuer = (await page.getByText(/\/conformance\/[\da-f-]{36}$/).textContent()) ?? "";
  const address = await shareReport(page);

  const visitor = await newVisitor(browser, "en-GB");
  const stranger = await visitor.newPage();
  const request = new URLSearchParams({ gameId: "4", state: "s", clientCode: "c".repeat(43), callbackUrl: "https://evil.test/" });
  await stranger.goto(`${issuer}/game-login?${request}`);
  await expect(stranger.getByText("https://evil.test")).toBeVisible();
  await expect(stranger).toHaveURL(new RegExp(`^${portalUrl}/conformance-login`));
  // The address is not registered, so even the press leads nowhere.
  await stranger.getByRole("link", { name: "Go on with the test" }).click();
  await expect(stranger.getByText("errors.callbackUrlNotRegistered")).toBeVisible();
  await stranger.goto(address);
  await expect(stranger.getByText("Passed: 0. Failed: 1. Not checked: 17.")).toBeVisible();
  await visitor.close();
});
