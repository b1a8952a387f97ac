/** People who build a game: a walk through a login, a run, a report for a colleague, and examples (decisions 68, 76 and 80). */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectFolder } from "@storyport/tools/project-folder";
import type { Page } from "@playwright/test";
import { shareReport, walkTo } from "#/support/bench-screens.ts";
import { beginGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { newVisitor } from "#/support/languages.ts";
import { beLoggedIn } from "#/support/login.ts";
import { gameUrl, people, portalUrl } from "#/support/world.ts";

test("a builder walks through a login, from the code to the end of the token @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await walkTo(page, "7. Give the token back");
  await expect(page.getByText(/^You have seen the whole login/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Answer 302" })).toContainText("/conformance/");
  await page.getByText("The token, decoded").first().click();
  await expect(page.getByText("at+jwt").first()).toBeVisible();
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

/** A run of the English game, begun on its page. Returns the issuer's address. */
async function beginRun(page: Page): Promise<string> {
  await page.goto("/bench/4");
  await page.getByRole("button", { name: "Start a run" }).click();
  return (await page.getByText(/\/conformance\/[\da-f-]{36}$/).textContent()) ?? "";
}

test("a run's issuer shows a visitor from elsewhere where it leads, and leads there after a press alone @phone", async ({
  page,
  browser,
}) => {
  await beLoggedIn(page, people.admin);
  const issuer = await beginRun(page);
  const { loginUrl } = await beginGame(page.request, { gameId: 4 });
  const visitor = await newVisitor(browser, "en-GB");
  const stranger = await visitor.newPage();
  await stranger.goto(`${issuer}/game-login${new URL(loginUrl).search}`);
  await expect(stranger).toHaveURL(new RegExp(`^${portalUrl}/conformance-login`));
  await expect(stranger.getByText(gameUrl)).toBeVisible();
  await stranger.getByRole("link", { name: "Go on with the test" }).click();
  await expect(stranger).toHaveURL(new RegExp(`^${gameUrl}/`));
  await visitor.close();
});

test("a request that a run's issuer refuses ends on a page that says why, and names no address of the request as ours", async ({
  page,
  browser,
}) => {
  await beLoggedIn(page, people.admin);
  const issuer = await beginRun(page);
  const visitor = await newVisitor(browser, "en-GB");
  const stranger = await visitor.newPage();
  const open = async (parts: Record<string, string>): Promise<void> => {
    const request = new URLSearchParams({ gameId: "4", state: "s", clientCode: "c".repeat(43), ...parts });
    await stranger.goto(`${issuer}/game-login?${request}`);
  };
  await open({ callbackUrl: "https://portal@evil.test/" });
  await expect(stranger.getByText("https://evil.test", { exact: true })).toBeVisible();
  await stranger.getByRole("link", { name: "Go on with the test" }).click();
  await expect(stranger.getByText("The address the game wants to be called back at is not registered for it.")).toBeVisible();
  await open({ callbackUrl: `${gameUrl}/callback`, gameId: "1" });
  await stranger.getByRole("link", { name: "Go on with the test" }).click();
  await expect(stranger.getByText(/^The request was not complete\./)).toBeVisible();
  await page.reload();
  await expect(page.getByText("The callback is not registered for the game.")).toBeVisible();
  await expect(page.getByText("gameId is not the number of the game.")).toBeVisible();
  await stranger.goto(`${portalUrl}/conformance/00000000-0000-4000-8000-000000000000/game-login`);
  await expect(stranger.getByText(/^There is no such run\./)).toBeVisible();
  await visitor.close();
});

test("a colleague reads a report by its address without a login, until a new address replaces it @phone", async ({ page, browser }) => {
  await beLoggedIn(page, people.admin);
  const issuer = await beginRun(page);
  const request = new URLSearchParams({ gameId: "4", state: "s", clientCode: "c".repeat(43), callbackUrl: "https://evil.test/" });
  // As from a page of ours: the issuer would first show a visitor from elsewhere where it leads, and note nothing.
  await page.request.get(`${issuer}/game-login?${request}`, { headers: { "sec-fetch-site": "same-origin" } });
  const address = await shareReport(page);

  const visitor = await newVisitor(browser, "en-GB");
  const colleague = await visitor.newPage();
  await colleague.goto(address);
  await expect(colleague.getByText("Passed: 0. Failed: 1. Not checked: 17.")).toBeVisible();
  const failed = colleague.getByRole("row").filter({ hasText: "Exact callback" });
  await expect(failed).toContainText("Fail");
  await expect(failed).toContainText("RFC 6749, 4.1.3");
  await expect(colleague.getByText("evil.test")).toHaveCount(0);

  await page.reload();
  const second = await shareReport(page);
  expect(second).not.toBe(address);
  await colleague.goto(address);
  await expect(colleague.getByText(/^There is no report at this address\./)).toBeVisible();
  await colleague.goto(second);
  await expect(colleague.getByText("Passed: 0. Failed: 1. Not checked: 17.")).toBeVisible();
  await visitor.close();
});

test("a builder reads the source of an example, and saves a file of it", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/bench");
  const row = page.getByRole("row").filter({ hasText: "npm run example browser-game" });
  await row.getByRole("link", { name: "browser-game" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "browser-game" })).toBeVisible();
  await expect(page.getByText(`PORTAL_URL=${portalUrl}`)).toBeVisible();
  await page.locator("summary").filter({ hasText: "login.js" }).click();
  const source = await readFile(path.join(projectFolder, "examples/browser-game/login.js"), "utf8");
  expect(await page.getByRole("region", { name: "login.js" }).textContent()).toBe(source);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save login.js" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("login.js");
  expect(await readFile(await saved.path(), "utf8")).toBe(source);
});
