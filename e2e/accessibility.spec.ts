import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { beginGame, expectFinished } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn, expectLoginPage, expectWelcome } from "#/support/login.ts";
import { screens } from "#/support/screens.ts";
import { password, people } from "#/support/world.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const told = violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect.soft(told).toEqual([]);
}

/** Links within a sentence may be as small as it is (WCAG 2.5.8, exception "inline"). */
async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("a[href], button, select, input:not([type=hidden]), summary")) {
      const target = element.matches("input[type=checkbox], input[type=radio]") ? (element.closest("label") ?? element) : element;
      const { width, height } = target.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && width > 1;
      const isInline = element.matches("p a");
      if (isSeen && !isInline && (width < 43.9 || height < 43.9)) {
        found.push(`${element.tagName} "${element.textContent.trim()}" ${Math.round(width)}x${Math.round(height)}`);
      }
    }
    return found;
  });
}

async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

for (const { name, open } of screens) {
  test.describe(name, () => {
    test.use({ provokedErrors: /^ApiError: / });

    test(`'${name}' is accessible in light and dark, narrow and wide`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoViolations(page, `${name}, ${width}, ${colorScheme}`);
        }
        expect.soft(await smallTargets(page), `${name}, ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await overflow(page), `${name} scrolls sideways at 320`).toBeLessThanOrEqual(0);
    });
  });
}

/** Tab until the control has the focus, and see that the focus shows. */
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
  await expectFinished(tab);
  await expect(tab.getByRole("heading", { level: 1, name: "Login finished!" })).toBeFocused();
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

test("a game's login is gone through by the keyboard alone", async ({ page, request }) => {
  await page.goto((await beginGame(request, { gameId: 4 })).loginUrl);
  await typeLogin(page, people.teacher);
  await expectFinished(page);
  await tabTo(page, page.getByRole("link", { name: "Open the game" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "You are in the game" })).toBeVisible();
});

test("under reduced motion nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/login", "/no-such-page"]) {
    await page.goto(path);
    const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === "running").length);
    expect(moving, path).toBe(0);
  }
});

test("in forced colours every control keeps an edge and the form works", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/login");
  const edges = await page.evaluate(() =>
    [...document.querySelectorAll("main button[type=submit], main input[type=email], main select")].map((element) =>
      Number.parseFloat(getComputedStyle(element).borderTopWidth),
    ),
  );
  expect(edges.length).toBeGreaterThanOrEqual(3);
  expect(Math.min(...edges)).toBeGreaterThanOrEqual(1);
  await typeLogin(page, people.teacher);
  await expectWelcome(page);
});
