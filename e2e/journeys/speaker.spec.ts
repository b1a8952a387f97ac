/** Pages for children are read aloud by a voice of the device (docs/decisions/0052-badges-seen-and-heard.md). */
import { m } from "@storyport/texts/messages";
import type { Page } from "@playwright/test";
import { giveCamera, showToCamera } from "#/support/camera.ts";
import { hydrated } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { languages } from "#/support/languages.ts";
import { giveVoices, ownVoice } from "#/support/voices.ts";
import { portalUrl } from "#/support/world.ts";

const speaker = (page: Page) => page.getByRole("button", { name: "Read aloud" });
const lastSpoken = async (page: Page) => await page.evaluate(() => globalThis.spoken.at(-1));

test("a press reads the page, the next press stops it, and the button says which @phone", async ({ page }) => {
  await giveVoices(page, [ownVoice("en-GB")]);
  await page.goto("/login/code");
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
  const box = await speaker(page).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(64);
  await speaker(page).click();
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "true");
  expect(await lastSpoken(page)).toEqual({
    line: "I have a code. Three letters and six numbers from your teacher.",
    lang: "en-GB",
    isOver: false,
  });
  await speaker(page).click();
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
  expect(await lastSpoken(page)).toMatchObject({ isOver: true });
  await speaker(page).click();
  await page.evaluate(() => globalThis.endSpeech());
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
});

test("there is no button without a voice of the device for the page's language, and it comes with the voice", async ({ page }) => {
  await giveVoices(page, [ownVoice("de-DE"), { lang: "en-US", localService: false }]);
  await page.goto("/login/code");
  await hydrated(page.getByRole("button", { name: "Go!" }));
  await expect(speaker(page)).toHaveCount(0);
  await page.evaluate((voice) => globalThis.bringVoices([voice]), ownVoice("en-US"));
  await expect(speaker(page)).toBeVisible();
  await page.evaluate(() => globalThis.bringVoices([]));
  await expect(speaker(page)).toHaveCount(0);
});

test("the line that is read is the one on the screen, and what is no longer true is not read to its end", async ({ page }) => {
  await giveVoices(page, [ownVoice("en-GB")], { late: true });
  await giveCamera(page);
  await page.goto("/login/scan");
  await expect(page.getByText("Hold your badge in front of the camera.")).toBeVisible();
  await page.evaluate((voice) => globalThis.bringVoices([voice]), ownVoice("en-GB"));
  await speaker(page).click();
  expect(await lastSpoken(page)).toMatchObject({ line: "Scan your badge. Hold your badge in front of the camera.", isOver: false });
  await showToCamera(page, { text: "Hello" });
  await expect(speaker(page)).toHaveAttribute("aria-pressed", "false");
  expect(await lastSpoken(page)).toMatchObject({ isOver: true });
  await speaker(page).click();
  expect((await lastSpoken(page))?.line).toContain("This is not a Storyport badge.");
});

for (const language of languages) {
  test(`a page in ${language} is read in ${language}`, async ({ page, context }) => {
    await context.addCookies([{ name: "language", value: language, url: portalUrl }]);
    await giveVoices(page, ["en-GB", "nb-NO", "nn-NO", "fr-FR", "nl-NL", "pt-PT", "pt-BR"].map(ownVoice));
    await page.goto("/login/qr?code=not-a-badge-at-all");
    await expect(page.getByRole("alert")).toContainText(m["child.badgeDead"]({}, { locale: language }));
    await page.getByRole("button", { name: m["child.readAloud"]({}, { locale: language }) }).click();
    const said = await lastSpoken(page);
    expect(said?.line).toContain(m["child.badgeDead"]({}, { locale: language }));
    expect(said?.lang.startsWith(language)).toBe(true);
  });
}
