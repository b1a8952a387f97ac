/** A stranger's link never hands an account over. The user is asked, and the game refuses another browser's login (DESIGN A5, A6). */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ask, send } from "#/support/admin-area.ts";
import { followForeignLink } from "#/support/foreign-page.ts";
import { beginGame, countCodes, expectArrived, expectInGame, reportOf } from "#/support/game.ts";
import type { GameAttempt } from "#/support/game.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, sendLogin } from "#/support/login.ts";
import { dashboardUrl, people, portalUrl } from "#/support/world.ts";

/** The stranger presses Play in a browser of their own, and keeps the address that it leads to. */
async function aStrangersLogin(browser: Browser, gameId: number): Promise<GameAttempt & { stranger: BrowserContext }> {
  const stranger = await browser.newContext();
  return { ...(await beginGame(stranger.request, { gameId })), stranger };
}

/** The administrator sets the widest scope of the English game. */
async function setMaxScope(browser: Browser, maxScope: string): Promise<void> {
  const admin = await browser.newContext();
  await beLoggedIn(admin, people.admin);
  const games = await ask<{ gameId: number; version: number }[]>(admin, "games");
  const version = games.find(({ gameId }) => gameId === 4)?.version;
  await send(admin, { method: "PATCH", path: "games/4", data: { version, maxScope } });
  await admin.close();
}

const question = (page: Page, game: string) => page.getByRole("heading", { level: 1, name: `Open ${game}?` });
const open = (page: Page) => page.getByRole("button", { name: "Open the game as Kari Nordmann" });

async function expectNothingHandedOver({ stranger, attempt }: { stranger: BrowserContext; attempt: string }): Promise<void> {
  expect(await reportOf(stranger.request, attempt)).toMatchObject({ status: "waiting", claims: null });
}

for (const referrerPolicy of ["no-referrer", "unsafe-url"]) {
  test(`a stranger's link (${referrerPolicy}) asks the logged-in user, and the game refuses the code after a yes @phone`, async ({
    page,
    browser,
  }) => {
    const codes = countCodes(page);
    const attack = await aStrangersLogin(browser, 4);
    await beLoggedIn(page, people.teacher);
    await followForeignLink(page, attack.loginUrl, referrerPolicy);
    await expect(question(page, "English")).toBeFocused();
    await expect(page.getByRole("main")).toContainText("You are logged in as Kari Nordmann.");
    await expect(page.getByRole("main")).toContainText("Organization: Fjordskolen");
    await expect(page.getByText("Did you not ask for this?")).toBeVisible();
    await expect(page.getByRole("button", { name: "Not you?" })).toBeVisible();
    for (const again of [() => page.reload(), () => page.goto(page.url())]) {
      await again();
      await expect(question(page, "English")).toBeVisible();
    }
    expect(codes()).toBe(0);
    await expectNothingHandedOver(attack);

    await open(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "This login was begun in another browser" })).toBeVisible();
    await expectNothingHandedOver(attack);
  });
}

test("a stranger's link asks the user who logs in first, on every page that it can open", async ({ page, browser }) => {
  const codes = countCodes(page);
  const attack = await aStrangersLogin(browser, 4);
  await followForeignLink(page, attack.loginUrl);
  await page.reload();
  await sendLogin(page, people.teacher);
  await expect(question(page, "English")).toBeVisible();
  expect(codes()).toBe(0);
  await page.getByRole("button", { name: "Not you?" }).click();
  await page.waitForURL("**/login");
  await sendLogin(page, people.teacher);
  await expect(question(page, "English")).toBeVisible();
  await expectNothingHandedOver(attack);
});

/** Addresses by which a request does not count as the user's own. */
const otherEntrances = ["/login", "/game-redirect", "/", "/login/password"];
for (const path of otherEntrances) {
  test(`a stranger's request by ${path} is asked about as well, logged in before or after`, async ({ page, browser }) => {
    const codes = countCodes(page);
    const attack = await aStrangersLogin(browser, 4);
    const query = new URLSearchParams({ ...Object.fromEntries(new URL(attack.loginUrl).searchParams), postLoginPage: "/game-redirect" });
    await followForeignLink(page, `${portalUrl}${path}?${query}`);
    await page.waitForURL(/\/login/);
    await sendLogin(page, people.teacher);
    await expect(
      question(page, "English")
        .or(page.getByRole("heading", { level: 1, name: "Welcome" }))
        .first(),
    ).toBeVisible();
    await followForeignLink(page, `${portalUrl}${path}?${query}`);
    await page.waitForURL((url) => url.origin === portalUrl);
    // The part of the request that stays in the login state needs a confirmation too.
    await page.goto("/game-redirect");
    await expect(question(page, "English").or(page.getByText("missing required values")).first()).toBeVisible();
    expect(codes()).toBe(0);
    await expectNothingHandedOver(attack);
  });
}

test("a stranger's link to the dashboard asks too, and the dashboard refuses what a yes brings", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await followForeignLink(page, `${portalUrl}/dashboard-login?gameId=storyport-no&state=a-strangers`);
  await expect(page.getByRole("heading", { level: 1, name: "Open the dashboard?" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Organization: Fjordskolen");
  await page.getByRole("link", { name: "Open the dashboard as Kari Nordmann" }).click();
  await expect(page.getByText("The state was not made for this browser.")).toBeVisible();
  expect(page.url().startsWith(dashboardUrl)).toBe(true);
});

test.describe("a game of narrower scope", () => {
  test.beforeEach(({ browser }) => setMaxScope(browser, "PLAYERGROUP"));
  test.afterEach(({ browser }) => setMaxScope(browser, "USERGROUP"));

  test("a stranger cannot widen what the game gets", async ({ page, browser }) => {
    const attack = await aStrangersLogin(browser, 4);
    await beLoggedIn(page, people.teacher);
    const wider = new URL(attack.loginUrl);
    wider.searchParams.set("scope", "USERGROUP");
    await followForeignLink(page, wider.href);
    await expect(page.getByRole("alert")).toContainText("The game asks for more than it may.");
    await expectNothingHandedOver(attack);
  });
});

test("a user's own game opens without a question while a stranger's waits in another tab", async ({ page, context, browser }) => {
  const attack = await aStrangersLogin(browser, 1);
  await beLoggedIn(page, people.teacher);
  await followForeignLink(page, attack.loginUrl);
  await expect(question(page, "Norwegian")).toBeVisible();
  const own = await context.newPage();
  const { attempt, loginUrl } = await beginGame(context.request, { gameId: 4 });
  await own.goto(loginUrl);
  await expectInGame(own);
  expect((await expectArrived(context.request, attempt)).claims).toMatchObject({ aud: "storyport-en" });
  await page.reload();
  await expect(question(page, "Norwegian")).toBeVisible();
  await expectNothingHandedOver(attack);
});

test("a game whose login a stranger's link begins asks too, and a yes logs the user into their own game", async ({ page }) => {
  await beLoggedIn(page, people.teacher);
  await page.goto("/");
  const picker = page.getByLabel("Game", { exact: true });
  await hydrated(picker);
  await picker.selectOption({ label: "English" });
  const launch = await page.getByRole("link", { name: /^Play the game/ }).getAttribute("href");
  await followForeignLink(page, launch ?? "");
  await open(page).click();
  await expectInGame(page);
});
