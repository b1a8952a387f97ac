/** Every screen has contrast, names and large targets, does not scroll sideways, and works by keyboard alone. */
import type { Page } from "@playwright/test";
import { axeFaults } from "#/support/axe.ts";
import { benchScreens } from "#/support/bench-screens.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { keyboardFaults } from "#/support/keyboard-walk.ts";
import { expectWelcome, sendLogin } from "#/support/login.ts";
import { screens } from "#/support/screens.ts";
import { openOpenidValues, openTools } from "#/support/tool-screens.ts";
import { people } from "#/support/world.ts";

// The screens do not depend on each other, so all workers share them.
test.describe.configure({ mode: "parallel" });
// A context that is reset keeps the browser's process and its compiled scripts, which saves a tenth of the time.
test.use({ reuseContext: true });

/** The narrowest width that WCAG requires, and a wide one. Dark colours do not depend on the width. */
const looks = [
  [320, "dark", "light"],
  [1280, "light"],
] as const;

async function expectNoViolations(page: Page, look: { where: string; colorScheme: "light" | "dark" }): Promise<void> {
  await page.emulateMedia({ colorScheme: look.colorScheme });
  const faults = await axeFaults(page, look.colorScheme === "dark" ? "colours" : "all");
  expect.soft(faults, `${look.where}, ${look.colorScheme}`).toEqual([]);
}

/**
 * Targets have 44 pixels (DESIGN 8.9), less a rounding. A link within a sentence may be as small as the text (WCAG 2.5.8, exception
 * "inline").
 */
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
  // A heading in the main part is a header too, and may have a button.
  const isPast = await page.evaluate(() => document.activeElement?.closest("header:not(main header)") === null);
  expect.soft(isPast, `${where}: the skip link passes the header`).toBe(true);
}

/** Escape closes the dialog. The focus returns to the control that opened it, or goes to the sentence that says what is refused now. */
async function expectEscape(page: Page, where: string): Promise<void> {
  await page.keyboard.press("Escape");
  await expect.soft(page.getByRole("dialog"), `${where}: Escape closes`).toHaveCount(0);
  const focused = page.locator('[data-pressed]:focus, #main [tabindex="-1"]:focus');
  await expect.soft(focused, `${where}: the focus goes back`).toHaveCount(1);
}

/** Presses Tab through all controls and back, then leaves the dialog or passes the header. */
async function expectKeyboard(page: Page, where: string): Promise<void> {
  // Hydration may move the focus, so wait for it before the walk begins.
  await hydrated(page.locator("#main"));
  await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  expect.soft(await keyboardFaults(page), where).toEqual([]);
  await ((await page.getByRole("dialog").isVisible()) ? expectEscape : expectSkipLink)(page, where);
}

async function markWhatIsPressed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener(
      "click",
      ({ target }) => {
        // A button inside a dialog did not open it.
        if (!(target instanceof Element) || target.closest("dialog") !== null) return;
        document.querySelector("[data-pressed]")?.removeAttribute("data-pressed");
        target.closest("button")?.setAttribute("data-pressed", "");
      },
      true,
    );
  });
}

for (const { name, open } of screens) {
  test.describe(name, () => {
    // Some screens show a failure, and some change the data of a page, so that React draws it again.
    test.use({ provokedErrors: /^ApiError: |Minified React error #418/ });

    test(`'${name}' is accessible in light and dark, narrow and wide, and by the keyboard alone`, async ({ page }) => {
      await markWhatIsPressed(page);
      await open(page);
      for (const [width, ...schemes] of looks) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of schemes) await expectNoViolations(page, { where: `${name}, ${width}`, colorScheme });
        expect.soft(await smallTargets(page), `${name}, ${width}`).toEqual([]);
        expect.soft(await overflow(page), `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      }
      await expectKeyboard(page, name);
    });
  });
}

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
  await sendLogin(page, people.teacher);
  await expectWelcome(page);
});

for (const [name, open] of [
  ["what tools may read", openTools],
  ["the OpenID values of a game", openOpenidValues],
] as const) {
  test(`in forced colours ${name} can be read and set by the keyboard alone`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page);
    const controls = page.locator("main").locator("button, input, textarea").filter({ visible: true });
    const edges = await controls.evaluateAll((found) =>
      found.map((element) => {
        const { borderTopWidth, appearance } = getComputedStyle(element);
        // The browser draws a box of its own in the user's colours.
        return appearance === "none" ? Number.parseFloat(borderTopWidth) : 1;
      }),
    );
    expect(edges.length).toBeGreaterThanOrEqual(6);
    expect(Math.min(...edges)).toBeGreaterThanOrEqual(1);
    expect(await keyboardFaults(page)).toEqual([]);
    const box = page.getByRole("main").getByRole("checkbox").last();
    await box.focus();
    const before = await box.isChecked();
    await page.keyboard.press("Space");
    expect(await box.isChecked()).toBe(!before);
  });
}

test("in forced colours the present section is marked among its neighbours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openTools(page);
  const marks = await page.locator("nav:has(a[aria-current=page])").evaluateAll((rows) =>
    rows.map((row) => {
      const colourOf = (link: Element) => getComputedStyle(link).borderBlockEndColor;
      const others = [...row.querySelectorAll("a:not([aria-current=page])")].map(colourOf);
      return others.every((colour) => colour !== colourOf(row.querySelector("a[aria-current=page]") ?? row));
    }),
  );
  expect(marks).toEqual([true, true]);
});

for (const { name, open } of benchScreens) {
  test(`in forced colours every control of '${name}' keeps an edge`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page);
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll("#main button, #main input:not([type=hidden]), #main select, #main textarea")]
        .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).borderTopWidth) < 1)
        .map((element) => element.outerHTML),
    );
    expect(bare).toEqual([]);
  });
}

const kinds = ["all", "colours", "words", "translation"] as const;

/** Faults, each with the rule that reports it and the kinds of checks that use the rule. */
const planted = [
  { fault: "nothing", markup: "", reports: {} },
  { fault: "a pale text", markup: `<p style="color: #bbb">Pale</p>`, reports: { rule: "color-contrast", by: ["all", "colours"] } },
  { fault: "a level of headings left out", markup: "<h4>Deep</h4>", reports: { rule: "heading-order", by: ["all", "words"] } },
  { fault: "a button without words", markup: "<button></button>", reports: { rule: "button-name", by: ["all", "words", "translation"] } },
  {
    fault: "two parts with the same name",
    markup: `<nav aria-label="Pages">A</nav><nav aria-label="Pages">B</nav>`,
    reports: { rule: "landmark-unique", by: ["all", "words", "translation"] },
  },
  {
    fault: "a name without the words that are seen",
    markup: `<button aria-label="Keep it">Save</button>`,
    reports: { rule: "label-content-name-mismatch", by: ["all", "words", "translation"] },
  },
  {
    fault: "a part in no language",
    markup: `<p lang="qqqq">What</p>`,
    reports: { rule: "valid-lang", by: ["all", "words", "translation"] },
  },
  {
    fault: "targets that are small and close",
    markup: `<button aria-label="A" style="width: 9px"></button><button aria-label="B" style="width: 9px"></button>`,
    reports: { rule: "target-size", by: ["all", "words", "translation"] },
  },
  { fault: "a frame", markup: "<iframe title='Inside'></iframe>", reports: { rule: "a frame, which was not checked", by: kinds } },
] satisfies { fault: string; markup: string; reports: { rule?: string; by?: readonly (typeof kinds)[number][] } }[];

for (const { fault, markup, reports } of planted) {
  test(`axe itself finds ${fault}, by the checks that are for it`, async ({ page }) => {
    await page.setContent(
      `<!doctype html><html lang="en"><title>A page</title><body><main style="background: #fff"><h1>A page</h1>${markup}</main></body></html>`,
    );
    const { rule = "", by = [] }: { rule?: string; by?: readonly string[] } = reports;
    for (const kind of kinds) {
      const rules = (await axeFaults(page, kind)).map((found) => found.split(" at ")[0]);
      expect(rules, kind).toEqual(by.includes(kind) ? [rule] : []);
    }
  });
}
