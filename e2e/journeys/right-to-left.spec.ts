/** The main pages in a pseudo-language that is written from right to left, so that the next language can be Arabic. */
import type { Page } from "@playwright/test";
import { axeFaults } from "#/support/axe.ts";
import { expect, test } from "#/support/journey.ts";
import { layoutFaults } from "#/support/languages.ts";
import { pseudoLanguage, readFromTheRight, speakPseudo } from "#/support/pseudo-language.ts";
import { screens } from "#/support/screens.ts";

const widths = [360, 1280];

const mainPages = [
  "login for a game",
  "login with a password",
  "one-time code",
  "badge scanner",
  "greeting after a badge",
  "start page of a teacher",
  "profile",
  "player group: students are being chosen",
  "player group: more actions of a student",
  "player groups of a teacher",
  "list of students with its verdicts",
  "history with details",
  "creating a user with permissions",
  "a question before a user is deactivated",
  "lesson: devices that wait",
  "lesson: the bell asks",
  "health on a bad day",
  "class move",
];

test.describe.configure({ mode: "parallel" });

for (const name of mainPages) {
  test.describe(name, () => {
    test.use({ provokedErrors: /^ApiError: / });

    test(`'${name}' begins at the right, and nothing of it is cut off or hard to use`, async ({ page }) => {
      await openFromTheRight(page, name);
      await speakPseudo(page);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expect(page.locator("html")).toHaveAttribute("lang", pseudoLanguage);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await drawn(page);
        expect.soft(await layoutFaults(page), `${name}, ${width}`).toEqual([]);
        expect.soft(await sidesOfHeader(page), `${name}, ${width}: the header`).toEqual("the logo is at the right");
        expect.soft(await axeFaults(page, "all"), `${name}, ${width}`).toEqual([]);
      }
      expect(await countPseudo(page), `${name}: texts in the pseudo-language`).toBeGreaterThan(4);
    });
  });
}

test("a sign that points is turned, other signs are not", async ({ page }) => {
  await openFromTheRight(page, "lesson: devices that wait");
  await expect(page.locator("svg[data-points]").first()).toHaveCSS("scale", "-1 1");
  await expect(page.getByRole("button", { name: "Ring the bell" }).locator("svg")).toHaveCSS("scale", "none");
});

test("what is typed has the direction of its own letters", async ({ page }) => {
  await openFromTheRight(page, "login with a password");
  const field = page.getByLabel("Email", { exact: true });
  await expect(field).toHaveCSS("unicode-bidi", "plaintext");
  await expect(field).toHaveCSS("text-align", "start");
});

async function openFromTheRight(page: Page, name: string): Promise<void> {
  const screen = screens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`No screen is called ${name}.`);
  await readFromTheRight(page);
  await screen.open(page);
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
}

async function sidesOfHeader(page: Page): Promise<string> {
  const logo = await page.locator("header:not(main header) a").first().boundingBox();
  const { width } = page.viewportSize() ?? { width: 0 };
  return logo !== null && logo.x + logo.width / 2 > width / 2 ? "the logo is at the right" : "the logo is at the left";
}

async function countPseudo(page: Page): Promise<number> {
  return await page.getByText(/\[[^[\]]*\p{Script=Arabic}/u).count();
}
