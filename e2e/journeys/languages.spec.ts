/** Six languages, chosen by the browser, the switch or the account. They are remembered, complete, and break no page. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { m } from "@storyport/texts/messages";
import type { Locale } from "@storyport/texts/runtime";
import { projectFolder } from "@storyport/tools/project-folder";
import { sameAsEnglish } from "@storyport/tools/text-faults";
import { textKeys } from "@storyport/tools/texts";
import type { Page } from "@playwright/test";
import { actAs } from "#/support/actors.ts";
import { adminPages, ownPages } from "#/support/area-pages.ts";
import { axeFaults, bringAxe } from "#/support/axe.ts";
import { hydrated, openAndWait } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import {
  chooseLanguage,
  expectLanguage,
  expectLoginPageIn,
  languages,
  layoutFaults,
  longestTexts,
  newVisitor,
  publicPages,
  productName,
  readTexts,
  replaceTexts,
  sendLoginIn,
  speakFrom,
} from "#/support/languages.ts";
import { lettersTo } from "#/support/letters.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people, portalUrl, stranger } from "#/support/world.ts";

const yearInSeconds = 365 * 24 * 60 * 60;

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language, storageState: { cookies: [], origins: [] } });

    test(`a browser that prefers ${language} is met in it, before any script`, async ({ page, request }) => {
      const answer = await request.get(`${portalUrl}/login`, { headers: { "accept-language": `${language},en;q=0.1` } });
      expect(answer.headers()["content-language"]).toBe(language);
      expect(await answer.text()).toContain(`<html lang="${language}" dir="ltr">`);
      await page.goto("/login");
      await expectLanguage(page, language);
      await expectLoginPageIn(page, language);
    });

    test(`a wrong password is refused in ${language}, and the right one leads on`, async ({ page, context }) => {
      await context.addCookies([{ name: "language", value: language, url: portalUrl }]);
      await page.goto("/login");
      await sendLoginIn(page, language, { email: stranger(), secret: "Wrong-Password-1" });
      await expect(page.getByRole("alert")).toContainText(m["errors.loginFailed"]({}, { locale: language }));
      await expect(page.getByRole("alert")).toContainText(m["errors.invalidUsernameOrPassword"]({}, { locale: language }));
      await sendLoginIn(page, language, { email: people.teacher });
      await expect(page.getByRole("heading", { level: 1, name: m["login.welcome"]({}, { locale: language }) })).toBeVisible();
      await expect(page).toHaveURL(`${portalUrl}/`);
      await expectLanguage(page, language);
      await expect(page.getByRole("main")).toContainText(m["login.loggedInAs"]({}, { locale: language }));
    });

    test(`without script the switch leads from English to ${language} by its button`, async ({ browser }) => {
      const context = await newVisitor(browser, "en-GB", { javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${portalUrl}/login?gameId=3&state=s%26t`);
      await page.getByRole("contentinfo").getByRole("combobox").selectOption(language);
      await page.getByRole("contentinfo").getByRole("button").click();
      await expectLanguage(page, language);
      await expectLoginPageIn(page, language);
      expect(new URL(page.url()).searchParams.get("state")).toBe("s&t");
      await context.close();
    });
  });
}

test.describe("the switch", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("keeps the page and its search, on every kind of page, and is remembered for a year", async ({ page, context }) => {
    for (const [path, language] of [
      ["/login?gameId=3&state=s%26t", "nb"],
      ["/no-such-page?a=b", "fr"],
      ["/login/code?gameId=4", "nl"],
      ["/forgot-password", "pt-BR"],
      ["/game-redirect", "nb"],
      ["/login?error=errors.userNotActive", "fr"],
    ] as const) {
      await page.goto(path);
      // One of these pages redirects.
      await page.waitForLoadState("networkidle");
      const before = page.url();
      await chooseLanguage(page, language);
      expect(page.url()).toBe(before);
    }
    const cookie = (await context.cookies()).find(({ name }) => name === "language");
    expect(cookie?.value).toBe("fr");
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + yearInSeconds - 3600);
    await page.goto("/register");
    await expectLanguage(page, "fr");
  });

  test("takes no language that there is not", async ({ page, context }) => {
    await page.goto("/login?language=xx&gameId=3");
    await expect(page).toHaveURL(`${portalUrl}/login?gameId=3`);
    await expectLanguage(page, "en");
    expect((await context.cookies()).filter(({ name }) => name === "language")).toEqual([]);
  });

  test("changes the next page of another tab too", async ({ page, context }) => {
    await page.goto("/login");
    const other = await context.newPage();
    await other.goto("/login");
    await chooseLanguage(other, "nl");
    await page
      .getByRole("link", { name: "Log in with a password" })
      .or(page.getByRole("link", { name: "Forgot your password?" }))
      .click();
    await expectLanguage(page, "nl");
  });
});

test.describe("the account's language", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("is spoken from the login on, where nobody chose another", async ({ page, browser }) => {
    await speakFrom(browser, "nb", people.teacher);
    await page.goto("/login");
    await sendLoginIn(page, "en", { email: people.teacher });
    await expect(page.getByRole("heading", { level: 1, name: "Velkommen" })).toBeVisible();
    await expectLanguage(page, "nb");
    await expect(page).toHaveURL(`${portalUrl}/`);
  });

  test("does not take the place of one that was chosen", async ({ page }) => {
    await page.goto("/login");
    await chooseLanguage(page, "fr");
    await sendLoginIn(page, "fr", { email: people.teacher });
    await expect(page.getByRole("heading", { level: 1, name: "Bienvenue" })).toBeVisible();
    await expectLanguage(page, "fr");
  });

  test("follows the switch: the next browser and the next letter speak it", async ({ page, browser }) => {
    await beLoggedIn(page, people.newcomer);
    for (const language of ["pt-BR", "nl"] as const) {
      await page.goto("/register");
      await chooseLanguage(page, language);
      const context = await newVisitor(browser, "en-GB");
      const elsewhere = await context.newPage();
      await beLoggedIn(elsewhere, people.newcomer);
      await elsewhere.goto(`${portalUrl}/register`);
      await expectLanguage(elsewhere, language);
      await context.close();
    }
    const subject = m["letters.reset.subject"]({ productName }, { locale: "nl" });
    await page.goto("/forgot-password");
    await page.getByLabel(m["passwords.email"]({}, { locale: "nl" })).fill(people.newcomer);
    await page.getByRole("button", { name: m["passwords.sendLink"]({}, { locale: "nl" }) }).click();
    await expect.poll(async () => (await lettersTo(people.newcomer)).map(({ subject }) => subject), { timeout: 15_000 }).toContain(subject);
  });

  test("is not changed by a link on another site", async ({ page, browser }) => {
    await speakFrom(browser, "fr", people.camille);
    await beLoggedIn(page, people.camille);
    const answer = await page.request.get(`${portalUrl}/register?language=nl`, { headers: { "sec-fetch-site": "cross-site" } });
    expect(answer.status()).toBe(200);
    const context = await newVisitor(browser, "en-GB");
    const elsewhere = await context.newPage();
    await beLoggedIn(elsewhere, people.camille);
    await elsewhere.goto(`${portalUrl}/register`);
    await expectLanguage(elsewhere, "fr");
    await context.close();
  });
});

/** Opens a page and waits until its own calls are answered. */
async function open(page: Page, path: string): Promise<void> {
  if (path === "/game-redirect") {
    // The page redirects to the login.
    await page.goto(path);
    await page.waitForURL("**/login?**");
    await page.waitForLoadState("networkidle");
  } else await openAndWait(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const speak = async (page: Page, language: Locale): Promise<void> =>
  await page.context().addCookies([{ name: "language", value: language, url: portalUrl }]);

/** The pages of each person are shared among so many tests, which run in parallel. */
const parts = 6;

for (const { who, email, paths } of [
  { who: "nobody", email: undefined, paths: async () => publicPages },
  { who: "a teacher", email: people.teacher, paths: ownPages },
  { who: "an administrator", email: people.admin, paths: adminPages },
] as const) {
  for (const part of Array.from({ length: parts }, (_, index) => index)) {
    test.describe(`the pages of ${who}`, () => {
      test.describe.configure({ mode: "parallel", timeout: 240_000 });
      test.use({ provokedErrors: /^ApiError: / });

      test(`are accessible in six languages, hold no English in another one, and no longer word breaks them (${part + 1} of ${parts})`, async ({
        page,
      }) => {
        await bringAxe(page);
        if (email !== undefined) await actAs(page, email);
        for (const path of (await paths(page)).filter((_, index) => index % parts === part)) await expectLanguages(page, path);
      });
    });
  }
}

/** Pages behind the login that need something which has happened, with the file that opens them. */
const otherAreaPages: Readonly<Record<string, string>> = {
  "/erasures/$number": "needs an erased child: e2e/support/person-screens.ts",
};

test("every page of the area is among them, or has a reason why not", async ({ page }) => {
  await actAs(page, people.teacher);
  const opened = await ownPages(page);
  // A login in the same browser would end the teacher's session, which other tests use.
  await page.context().clearCookies();
  await actAs(page, people.admin);
  opened.push(...(await adminPages(page)));
  const paths = new Set(opened.map((one) => new URL(one, portalUrl).pathname));
  const table = await readFile(path.join(projectFolder, "web/src/area/routeTree.gen.ts"), "utf8");
  const block = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(table)?.[1] ?? "";
  const routes = [...block.matchAll(/"(\/[^"]*)":/g)].map(([, route = ""]) => route);
  expect(routes.length).toBeGreaterThan(35);
  const isAmong = (route: string): boolean =>
    route.includes("$")
      ? [...paths].some((one) => !routes.includes(one) && new RegExp(`^${route.replaceAll(/\$\w+/g, "[^/]+")}$`).test(one))
      : paths.has(route);
  expect(routes.filter((route) => !isAmong(route) && !(route in otherAreaPages))).toEqual([]);
  expect(Object.keys(otherAreaPages).filter((route) => !routes.includes(route) || isAmong(route))).toEqual([]);
});

/**
 * Checks that each language is complete, has no English, and names each control. Then it replaces each text of the page by the longest translation
 * that any language has.
 */
async function expectLanguages(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 });
  let inEnglish = new Set<string>();
  for (const language of languages) {
    await speak(page, language);
    await open(page, path);
    await expectLanguage(page, language);
    const texts = await readTexts(page);
    if (language === "en") inEnglish = new Set(texts);
    const left = language === "en" ? [] : texts.filter((text) => inEnglish.has(text) && !isAlike(text, language));
    expect.soft(left, `${path} in ${language}`).toEqual([]);
    expect.soft(texts.length, path).toBeGreaterThan(4);
    expect.soft(await layoutFaults(page), `${path} in ${language}`).toEqual([]);
    expect.soft(await axeFaults(page, language === "en" ? "words" : "translation"), `${path} in ${language}`).toEqual([]);
  }
  // The page is in the last language now.
  longest ??= longestTexts(languages.at(-1) ?? "en");
  for (const [measure, texts] of Object.entries(await longest)) {
    expect.soft(await replaceTexts(page, texts), `${path}: texts that were replaced`).toBeGreaterThan(2);
    expect.soft(await layoutFaults(page), `${path} with the ${measure} of all languages`).toEqual([]);
  }
}

const english = await textKeys("en");

/** For all pages of a worker, because the comparison of all texts takes longer than some pages. */
let longest: ReturnType<typeof longestTexts> | undefined;

/** Texts that are the same in both languages: names of editions, keys, and those that tools/text-faults.ts allows. */
function isAlike(text: string, language: Locale): boolean {
  const data = ["Norwegian", "English", "French (premium)", "Dutch", "Brazil classroom", "admin", "login", "UniqueOrganizationKey"];
  const shared = Object.entries(sameAsEnglish).filter(([, where]) => where.some((one) => one === language));
  // The title of a document is a text with the product's name behind it.
  const words = text.replace(` – ${productName}`, "");
  // A whole number of megabytes has no decimal comma that could differ.
  return data.includes(words) || /^\d+ [kMG]B$/.test(words) || shared.some(([key]) => isMadeOf(words, english.get(key) ?? key));
}

/** The words before and after the filled-in value. */
function isMadeOf(text: string, source: string): boolean {
  const [head = "", ...tails] = source.split(/\{\w+\}/);
  return tails.length === 0 ? text === head : head !== "" && text.startsWith(head) && text.endsWith(tails.at(-1) ?? "");
}

test("the last choice stays: going back to a page does not repeat an earlier choice", async ({ browser }) => {
  const context = await newVisitor(browser, "en-GB");
  const page = await context.newPage();
  await page.goto("/login");
  await chooseLanguage(page, "nl");
  await page.goto("/login/password");
  await chooseLanguage(page, "fr");
  await page.evaluate(() => history.go(-3));
  await page.waitForURL("**/login");
  await hydrated(page.locator("#main"));
  await expectLanguage(page, "fr");
  await expect(page.getByRole("contentinfo").getByRole("combobox")).toHaveValue("fr");
  await context.close();
});
