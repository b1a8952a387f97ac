import { waits } from "@storyport/contract/limits";
import { beginGame, expectArrived, expectInGame } from "#/support/game.ts";
import { hydrated, stopClock } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectWelcome, sendLogin } from "#/support/login.ts";
import { withoutDisplayName } from "#/support/without-display-name.ts";
import { unavailable } from "#/support/unavailable.ts";
import { people, portalUrl } from "#/support/world.ts";

test("a newcomer sets a display name first, and goes on to the start page", async ({ page }) => {
  await page.goto("/login");
  await sendLogin(page, people.newcomer);
  await expect(page.getByRole("heading", { level: 1, name: "What is your name?" })).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/set-display-name`);
  await page.getByLabel("Display name").fill("Nils Nykomer");
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByRole("status")).toContainText("Display name set");
  await expectWelcome(page);
  await expect(page.getByRole("main")).toContainText("Logged in as Nils Nykomer");
});

test("a user without a name who came from a game sets one and is handed over @phone", async ({ page, request }) => {
  await withoutDisplayName(page);
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4 });
  await page.goto(loginUrl);
  await sendLogin(page, people.member);
  await page.getByLabel("Display name").fill("Per Medlem");
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByRole("status")).toContainText("Display name set");
  await expectInGame(page);
  await expectArrived(request, attempt);
});

test("after a name was set it is 3 seconds until the page goes on by itself", async ({ page }) => {
  await page.clock.install();
  await beLoggedIn(page, people.camille);
  await page.goto("/set-display-name");
  await hydrated(page.getByLabel("Display name"));
  await stopClock(page);
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByRole("status")).toContainText("Display name set");
  // The redirect begins with the call that fetches the account.
  const calls: string[] = [];
  page.on("request", (request) => void calls.push(request.url()));
  await page.clock.runFor(waits.afterSuccess - 1);
  // A round trip to the page, after which its calls are known here.
  await page.evaluate(() => undefined);
  expect(calls).toEqual([]);
  await expect(page).toHaveURL(`${portalUrl}/set-display-name`);
  await page.clock.runFor(1);
  await expectWelcome(page);
});

test("the wait after setting a name can be cut short", async ({ page }) => {
  await beLoggedIn(page, people.camille);
  await page.goto("/set-display-name");
  await page.getByRole("button", { name: "Set display name" }).click();
  await page.getByRole("link", { name: "Go on" }).click();
  await expectWelcome(page);
});

test("the display name form refuses what is no name and keeps what was typed", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/set-display-name");
  const field = page.getByLabel("Display name");
  const length = "The name must be 3 to 64 characters long.";
  const signs = "Non-allowed special characters in the name.";
  for (const [name, says] of [
    ["", length],
    ["  ", length],
    ["ab", length],
    ["<b></b>", length],
    ["a".repeat(65), length],
    ["a".repeat(5000), length],
    ["Per {Medlem}", signs],
    ["Per\u202eMedlem", signs],
  ] as const) {
    await field.fill(name);
    await page.getByRole("button", { name: "Set display name" }).click();
    await expect(page.getByRole("alert")).toContainText(says);
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(field).toHaveValue(name);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
});

test("the server's refusals of a name are shown line by line", async ({ page }) => {
  await beLoggedIn(page, people.member);
  const envelope = { message: "Invalid input", code: "errors.invalidInput", requestId: "1" };
  const errors = [
    { field: "displayName", message: "The name is taken." },
    { field: "displayName", message: "x", code: "errors.displayNameSpecialCharacters" },
  ];
  await page.route("**/users/set-display-name", (route) => route.fulfill({ status: 400, json: { ...envelope, errors } }));
  await page.goto("/set-display-name");
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByRole("alert").getByRole("paragraph")).toHaveText([/^The name is taken\.$/, /^Non-allowed special characters/]);
});

test("a service that is away keeps the typed name", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.route("**/users/set-display-name", (route) => route.fulfill(unavailable));
  await page.goto("/set-display-name");
  await page.getByLabel("Display name").fill("Per M");
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByRole("alert")).toContainText("The service is not available right now.");
  await expect(page.getByLabel("Display name")).toHaveValue("Per M");
});

test.describe("a session that ends on the form", () => {
  test.use({ provokedErrors: /401/ });

  test("leads to the login, and back to the name that was typed", async ({ page }) => {
    await beLoggedIn(page, people.manager);
    await page.goto("/set-display-name");
    const name = page.getByLabel("Display name");
    await hydrated(name);
    await name.fill("Mona Manager");
    await page.context().clearCookies({ name: "session" });
    await page.getByRole("button", { name: "Set display name" }).click();
    await page.getByRole("dialog", { name: "You have been logged out" }).getByRole("link", { name: "Log in again" }).click();
    await expect(page).toHaveURL(/\/login/);
    await sendLogin(page, people.manager);
    await expect(page).toHaveURL(`${portalUrl}/set-display-name`);
    await expect(name).toHaveValue("Mona Manager");
  });
});
