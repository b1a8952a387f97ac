/** Journeys by keyboard alone. accessibility.spec.ts checks that Tab reaches every control of a screen. */
import type { Page } from "@playwright/test";
import { beginGame, expectInGame } from "#/support/game.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { keyboardFaults } from "#/support/keyboard-walk.ts";
import { beLoggedIn, expectLoginPage, expectWelcome, userMenu } from "#/support/login.ts";
import { password, people } from "#/support/world.ts";

test.describe.configure({ mode: "parallel" });

/** Presses Tab until the control has the focus, and expects a visible focus. */
async function tabTo(page: Page, control: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return await expectFocusShown(page);
    await page.keyboard.press("Tab");
  }
  throw new Error("The control cannot be reached by the Tab key.");
}

async function expectFocusShown(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || !activeElement.matches(":focus-visible")) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  });
  expect(shown).toBe(true);
}

async function typeLogin(page: Page, email: string): Promise<void> {
  await tabTo(page, page.getByLabel("Email", { exact: true }));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

test("login, choice, launch and logout work by the keyboard alone, the focus on each new heading", async ({ page, context }) => {
  await page.goto("/login");
  await expectLoginPage(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await typeLogin(page, people.manager);
  await expectWelcome(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeFocused();
  await tabTo(page, page.getByLabel("Organization", { exact: true }));
  await page.keyboard.type("Escola");
  await tabTo(page, page.getByLabel("Game", { exact: true }));
  await page.keyboard.type("English");
  await tabTo(page, page.getByRole("link", { name: /^Play the game/ }));
  const opening = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const tab = await opening;
  await expectInGame(tab);
  await tab.close();
  await page.goto("/");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Log out" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Logout" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Logout" }));
  await page.keyboard.press("Enter");
  await expectLoginPage(page);
});

test("a display name is set by the keyboard alone", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/set-display-name");
  await tabTo(page, page.getByLabel("Display name"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Display name set")).toBeVisible();
});

test("a game's login is gone through by the keyboard alone, the question on the way too", async ({ page }) => {
  const { loginUrl } = await beginGame(page.request, { gameId: 4 });
  // Nothing proves that the game led to /login, so the portal asks.
  await page.goto(loginUrl.replace("/game-login", "/login"));
  await typeLogin(page, people.teacher);
  await tabTo(page, page.getByRole("link", { name: "Continue to English" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Open English?" })).toBeFocused();
  const open = page.getByRole("button", { name: "Open the game as Kari Nordmann" });
  await tabTo(page, open);
  // A question ignores answers in its first half second.
  await expect(open).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("Enter");
  await expectInGame(page);
});

test("a walk through a login is gone through by the keyboard alone, the focus on its last sentence", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/bench/4");
  const start = page.getByRole("button", { name: "Start a walk" });
  await hydrated(start);
  await tabTo(page, start);
  await page.keyboard.press("Enter");
  const send = page.getByRole("button", { name: "Send this request" });
  await expect(send).toBeVisible();
  for (let sent = 1; sent <= 7; sent += 1) {
    await tabTo(page, send);
    await page.keyboard.press("Enter");
    await expect(page.getByText("This is the right answer.")).toHaveCount(sent);
  }
  await expect(page.getByRole("status").filter({ hasText: "You have seen the whole login" })).toBeFocused();
});

test("the user menu opens, is gone through and closes by the keyboard", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/");
  const menu = userMenu(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await hydrated(menu);
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(page.getByRole("link", { name: "My profile" })).toBeHidden();
});

const faultless = `<style>:focus-visible { outline: 3px solid #b04a00 }</style>
  <a href="#main">Skip</a><button>One</button><input aria-label="Two"><input type="date" aria-label="Three">
  <label><input type="radio" name="r">Four</label><label><input type="radio" name="r">Five</label>
  <details><summary>Six</summary><a href="#x">Hidden</a></details><button disabled>Never</button><select aria-label="Seven"></select>`;

const planted = [
  { fault: "nothing", markup: "", reported: [] },
  { fault: "a control taken out of the order", markup: `<button tabindex="-1">Lost</button>`, reported: [/"Lost" is never reached/] },
  { fault: "a control put first", markup: `<button tabindex="3">Pushy</button>`, reported: [/"Pushy" is put before the order/] },
  {
    fault: "a focus that does not show",
    markup: `<button style="outline: none">Dark</button>`,
    reported: [/"Dark" does not show its focus/],
  },
  {
    fault: "a control under a bar",
    markup: `<div style="position: fixed; inset: auto 0 0; z-index: 1; height: 90px; background: #fff"></div><button style="position: absolute; bottom: 10px">Under</button>`,
    reported: [/"Under" has the focus and is out of sight/],
  },
  {
    fault: "a trap",
    markup: `<button onkeydown="event.preventDefault()">Trap</button><button>Beyond</button>`,
    reported: [/"Beyond" is never reached/],
  },
];

for (const { fault, markup, reported } of planted) {
  test(`the walk itself finds ${fault}`, async ({ page }) => {
    await page.setContent(faultless + markup);
    const found = await keyboardFaults(page);
    expect(found.join("\n") === "", found.join("\n")).toBe(reported.length === 0);
    for (const one of reported) expect(found.join("\n")).toMatch(one);
  });
}
