/** The languages of the journeys, and the texts of a page in each. */
import { hostname } from "node:os";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { m } from "@storyport/texts/messages";
import { locales } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";
import { textKeys } from "@storyport/tools/texts";
import { expect } from "./journey.ts";
import { beLoggedIn } from "./login.ts";
import { password, portalUrl } from "./world.ts";

export const languages: readonly Locale[] = locales;

export const productName = "Storyport";

/** A browser that prefers a language, without a language chosen on our pages. */
export async function newVisitor(browser: Browser, locale: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return await browser.newContext({ ...options, locale, storageState: { cookies: [], origins: [] } });
}

export async function expectLanguage(page: Page, language: Locale): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

export async function expectLoginPageIn(page: Page, language: Locale): Promise<void> {
  const heading = m["login.heading"]({ productName }, { locale: language });
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

export async function sendLoginIn(page: Page, locale: Locale, who: { email: string; secret?: string }): Promise<void> {
  await page.getByLabel(m["login.email"]({}, { locale }), { exact: true }).fill(who.email);
  await page.getByLabel(m["login.password"]({}, { locale }), { exact: true }).fill(who.secret ?? password);
  await page.getByRole("button", { name: m["login.logIn"]({}, { locale }), exact: true }).click();
}

export async function chooseLanguage(page: Page, language: Locale): Promise<void> {
  await page.getByRole("contentinfo").getByRole("combobox").selectOption(language);
  await expectLanguage(page, language);
}

/** Sets the language of an account, as its owner does in another browser. */
export async function speakFrom(browser: Browser, language: Locale, email: string): Promise<void> {
  const context = await newVisitor(browser, "en-GB");
  const page = await context.newPage();
  await beLoggedIn(page, email);
  // A public page with the switch that leads no user on.
  await page.goto(`${portalUrl}/register`);
  await chooseLanguage(page, language);
  await context.close();
}

/** Pages that anybody may open. */
export const publicPages = [
  "/login",
  "/login?gameId=4&clientCode=x",
  "/login/password",
  "/login?error=errors.identityUnknown&loginType=FEIDE",
  "/login?error=errors.userNotActive",
  "/login/code",
  "/login/scan",
  "/login/second-factor",
  "/login/second-factor?backup=1",
  "/login/second-factor?enrol=1",
  "/login/second-factor?passkey=1",
  "/forgot-password",
  "/account/set-password?code=0123456789abcdef",
  "/new-user-password?gameId=1&code=0123456789abcdef",
  "/account/confirm-email?code=0123456789abcdef",
  "/account/request-deletion",
  "/account/delete/0123456789abcdef",
  "/delete-user?gameId=1&code=0123456789abcdef",
  "/delete-player?gameId=1&code=0123456789abcdef",
  "/game-redirect",
  "/register",
  "/conformance-report/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "/conformance-login?runId=00000000-0000-4000-8000-000000000000&callbackUrl=https://game.example/callback",
  "/conformance-login",
  "/conformance-login?error=errors.conformanceRunEnded",
  "/redirected",
  "/login/confirmed",
  "/login/confirmed?error=errors.identityNotYours&loginType=FEIDE",
  "/no-permission",
  "/no-such-page",
  "/logout",
];

/** Texts that belong to no language: names, addresses, keys, numbers. */
const names = [
  /^(Storyport|Feide|Google|Apple|JSON|API|English|Norsk bokmål|Norsk nynorsk|Français|Nederlands|Português \(Brasil\)|Journey|Browser|Chrome \(\w+\))$/,
  /^(Kari Nordmann|Mona Berg|Bo Stengt|Eva Gammel|Gro Gjest|Per Medlem|Ada Havn|Nora|Emil|Aksel|Ingrid|Jonas|Bo|Li|Ea|Åse|Jörg|Zoë|Māra|Søren|Łucja|Ümit|Amira|Mohammed|Anne-Marie|Thandiwe|Nguyễn|Dilan|Yusuf|Saga|Théo|Oksana|Iker|محمد|さくら|Fjordskolen|Leesplein|Escola ?Sol|Lyc[eé]e ?Hugo|2[ABC])$/,
  // Addresses may be broken at their parts.
  /^([\w.-]+@[\w.-]*|fjordskolen\.|lyceehugo\.|storyport\.|elsewhere\.|example)$/,
  /^(https?:|example\.storyport)\S+$/,
  // Keys of languages, ways of logging in, games and permissions.
  /^(en|nb|nn|fr|nl|pt-BR)$|^(feide|google|apple|password|qrcode|, )+$|^storyport-[\w-]+( \(\d\))?$|^[a-z]+(_[a-z]+)+$/,
  // Durations, which French writes as English does.
  /^\d+ minutes$/,
  // The request of the events that came with the demo.
  /^demo$/,
  // Folders and files of the examples, their commands and their setting.
  /^(npm run example )?(browser-game|native-game|dashboard-(node|python))$/,
  /^([\w-]+\.(md|html|js|ts|py)|PORTAL_URL=.*)$/,
  // Where a rule of a conformance run is written.
  /^(RFC \d+|docs\/)/,
  // Facts of the installation: programs, settings, files and portals.
  /^(PostgreSQL|, Node|SECRET_KEY|sql)$/,
  // PostgreSQL's version, with the system that packed it.
  /^\d+(\.\d+)+ \(.+\)$/,
  new RegExp(`^${hostname().replaceAll(/[^\w-]/g, "\\$&")}(-|$)`),
  // Ids, and names that contain an id.
  /[\da-f]{8}/,
];

/** Returns every visible or spoken text of the page, without data and names. */
export async function readTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent !== null && !parent.matches("script, style, pre, pre *, noscript, noscript *")) texts.add(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
      for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.add(element.getAttribute(name) ?? "");
    }
    // Invisible signs isolate the names in a sentence.
    return [...texts].map((text) =>
      text
        .replaceAll(/[\u2068\u2069]/g, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
  });
  return found.filter((text) => /\p{Letter}{2}/u.test(text) && !names.some((name) => name.test(text)));
}

/** Maps each text to its longest translation, and to the translation with the longest word. */
export async function longestTexts(language: Locale): Promise<Record<"longest texts" | "longest words", [string, string][]>> {
  const all = await Promise.all(languages.map(textKeys));
  const longest: [string, string][] = [];
  const wordiest: [string, string][] = [];
  for (const [key, text] of await textKeys(language)) {
    // On the page, filled-in values and markup split a text into pieces.
    if (/[{<]/.test(text)) continue;
    const texts = all.map((texts) => texts.get(key) ?? "");
    const by = (measure: (text: string) => number): string => texts.toSorted((a, b) => measure(b) - measure(a))[0] ?? "";
    longest.push([text, by(({ length }) => length)]);
    wordiest.push([text, by((other) => Math.max(...other.split(/[\s-]/).map(({ length }) => length)))]);
  }
  // The second pass replaces the texts that the first pass has left.
  const left = new Map(longest);
  return { "longest texts": longest, "longest words": wordiest.map(([text, word]) => [left.get(text) ?? text, word]) };
}

/** Replaces the texts that a page shows with others. Returns their number. */
export async function replaceTexts(page: Page, texts: readonly (readonly [string, string])[]): Promise<number> {
  return await page.evaluate(
    (pairs) => {
      const others = new Map(pairs);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let replaced = 0;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const other = others.get((node.textContent ?? "").trim());
        if (other === undefined || node.parentElement?.matches("script, style, option") === true) continue;
        node.textContent = other;
        replaced += 1;
      }
      return replaced;
    },
    texts as [string, string][],
  );
}

/** Returns the texts that are cut off, and elements that make the page scroll sideways. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    /** Whether the element is in a part that scrolls by itself, such as a wide table. */
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
    for (const element of document.querySelectorAll<HTMLElement>("a[href], button, label, legend, h1, h2, h3, p, summary, th, dt, dd")) {
      const box = element.getBoundingClientRect();
      const isSeen = element.checkVisibility() && box.width > 1 && box.height > 1;
      if (!isSeen || scrolls(element)) continue;
      const text = element.textContent.trim().slice(0, 60);
      if (box.right > clientWidth + 1) faults.push(`"${text}" ends beyond the page`);
      if (box.left < -1) faults.push(`"${text}" begins before the page`);
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) faults.push(`"${text}" is wider than its box`);
    }
    return faults;
  });
}
