/** The game hears at once that a login has ended, and its open page says so (OpenID Connect Back-Channel Logout). */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { ask, send } from "#/support/admin-area.ts";
import { expectInGame } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { idOf } from "#/support/users.ts";
import { gameUrl, people } from "#/support/world.ts";

/** The administrator makes the English game an OpenID client that listens. */
async function letGameListen(browser: Browser): Promise<BrowserContext> {
  const admin = await browser.newContext();
  await beLoggedIn(admin, people.admin);
  const games = await ask<{ gameId: number; version: number }[]>(admin, "games");
  const version = games.find(({ gameId }) => gameId === 4)?.version;
  const openid = { subjectType: "pairwise", backchannelLogoutUrl: `${gameUrl}/logged-out`, postLogoutUrls: [] };
  await send(admin, { method: "PATCH", path: "games/4", data: { version, openid } });
  return admin;
}

/** The game tells the user without any press. */
async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "You have been logged out" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("table", { name: "Claims of the access token" })).toHaveCount(0);
}

async function play(user: BrowserContext): Promise<Page> {
  const page = await user.newPage();
  await page.goto(`${gameUrl}/play?gameId=4`);
  await expectInGame(page);
  return page;
}

test("the bell ends the game of every child, whose screens say so by themselves", async ({ browser }) => {
  await letGameListen(browser);
  const teacher = await aTeacher(browser);
  const children = [await aStudent(teacher, "Nora"), await aStudent(teacher, "Emil")];
  const board = await openGroup(teacher);
  await board.getByRole("button", { name: "Start a lesson" }).click();
  await expect(board.getByRole("heading", { level: 1, name: "Lesson: 2C" })).toBeVisible();
  const tablets: Page[] = [];
  for (const { badge } of children) {
    const tablet = await (await browser.newContext()).newPage();
    await tablet.goto(`${gameUrl}/play?gameId=4`);
    await tablet.waitForURL("**/login?**");
    await tablet.goto(badge);
    await expectInGame(tablet);
    tablets.push(tablet);
  }
  const own = await play(teacher);
  await board.getByRole("button", { name: "Ring the bell" }).click();
  await board.getByRole("dialog").getByRole("button", { name: "Ring the bell" }).click();
  for (const tablet of tablets) await expectLoggedOut(tablet);
  await expect(own.getByRole("heading", { level: 1, name: "You are in the game" })).toBeVisible();
});

test("a logout in the portal ends the game in another tab, which can begin again", async ({ browser }) => {
  await letGameListen(browser);
  const teacher = await aTeacher(browser);
  const game = await play(teacher);
  const portal = await teacher.newPage();
  await portal.goto("/logout");
  await portal.getByRole("button", { name: "Logout" }).click();
  await expectLoggedOut(game);
  await game.getByRole("link", { name: "Play again" }).click();
  await expect(game.getByRole("heading", { level: 1, name: "The reading game" })).toBeVisible();
});

test("a deactivation ends the game of the person", async ({ browser }) => {
  const admin = await letGameListen(browser);
  const member = await browser.newContext();
  await beLoggedIn(member, people.member);
  const game = await play(member);
  await send(admin, { path: `users/${await idOf(admin, people.member)}/deactivate`, data: {} });
  await expectLoggedOut(game);
});
