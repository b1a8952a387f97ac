/** Everything can be done by the keyboard alone, on every screen. What a person does from screen to screen is in accessibility.spec.ts. */
import type { Page } from "@playwright/test";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { keyboardFaults } from "#/support/keyboard-walk.ts";
import { beLoggedIn } from "#/support/login.ts";
import { screens } from "#/support/screens.ts";
import { people } from "#/support/world.ts";

test.describe.configure({ mode: "parallel" });

async function expectSkipLink(page: Page, where: string): Promise<void> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  await page.keyboard.press("Tab");
  await expect.soft(page.getByRole("link", { name: "Skip to content" }), `${where}: the first stop`).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.soft(page.getByRole("main"), `${where}: where the skip link leads`).toBeFocused();
  await page.keyboard.press("Tab");
  const isPast = await page.evaluate(() => document.activeElement?.closest("header") === null);
  expect.soft(isPast, `${where}: the skip link passes the header`).toBe(true);
}

/** Escape closes the dialog, and whoever opened it is where he was. */
async function expectEscape(page: Page, where: string): Promise<void> {
  await page.keyboard.press("Escape");
  await expect.soft(page.getByRole("dialog"), `${where}: Escape closes`).toHaveCount(0);
  await expect.soft(page.locator("[data-pressed]"), `${where}: the focus goes back`).toBeFocused();
}

for (const { name, open } of screens) {
  test.describe(name, () => {
    test.use({ provokedErrors: /^ApiError: /, reducedMotion: "reduce" });

    test(`'${name}' can be gone through by the keyboard`, async ({ page }) => {
      await page.addInitScript(() => {
        document.addEventListener(
          "click",
          ({ target }) => {
            document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
            if (target instanceof Element) target.closest("button")?.setAttribute("data-pressed", "");
          },
          true,
        );
      });
      await open(page);
      // What takes the focus when the page comes alive has it before the walk begins.
      await hydrated(page.locator("#main"));
      await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
      expect.soft(await keyboardFaults(page), name).toEqual([]);
      await ((await page.getByRole("dialog").isVisible()) ? expectEscape : expectSkipLink)(page, name);
    });
  });
}

test("the user menu opens, is gone through and closes by the keyboard", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await page.goto("/");
  const menu = page.getByLabel(/^User menu/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(page.getByRole("link", { name: "My profile" })).toBeHidden();
});

const sound = `<style>:focus-visible { outline: 3px solid #b04a00 }</style>
  <a href="#main">Skip</a><button>One</button><input aria-label="Two"><input type="date" aria-label="Three">
  <label><input type="radio" name="r">Four</label><label><input type="radio" name="r">Five</label>
  <details><summary>Six</summary><a href="#x">Hidden</a></details><button disabled>Never</button><select aria-label="Seven"></select>`;

const planted = [
  { fault: "nothing", markup: "", told: [] },
  { fault: "a control taken out of the order", markup: `<button tabindex="-1">Lost</button>`, told: [/"Lost" is never reached/] },
  { fault: "a control put first", markup: `<button tabindex="3">Pushy</button>`, told: [/"Pushy" is put before the order/] },
  { fault: "a focus that does not show", markup: `<button style="outline: none">Dark</button>`, told: [/"Dark" does not show its focus/] },
  {
    fault: "a control under a bar",
    markup: `<div style="position: fixed; inset: auto 0 0; z-index: 1; height: 90px; background: #fff"></div><button style="position: absolute; bottom: 10px">Under</button>`,
    told: [/"Under" has the focus and is out of sight/],
  },
  {
    fault: "a trap",
    markup: `<button onkeydown="event.preventDefault()">Trap</button><button>Beyond</button>`,
    told: [/"Beyond" is never reached/],
  },
];

for (const { fault, markup, told } of planted) {
  test(`the walk itself finds ${fault}`, async ({ page }) => {
    await page.setContent(sound + markup);
    const found = await keyboardFaults(page);
    expect(found.join("\n") === "", found.join("\n")).toBe(told.length === 0);
    for (const one of told) expect(found.join("\n")).toMatch(one);
  });
}
