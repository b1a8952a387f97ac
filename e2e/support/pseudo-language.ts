/**
 * A pseudo-language that is written from right to left. It shows whether a page would work in Arabic before the portal has Arabic. It exists
 * only in the browser of a journey: the page is the real one, and its texts are exchanged there (docs/decisions/0071).
 */
import type { Page } from "@playwright/test";
import { textKeys } from "@storyport/tools/texts";
import { hydrated } from "./hydrated.ts";

/** A tag for private use, as CLDR has it: Arabic letters in place of English ones. */
export const pseudoLanguage = "ar-XB";

const arabic: Readonly<Record<string, string>> = Object.fromEntries(
  [..."abcdefghijklmnopqrstuvwxyz"].map((letter, index) => [letter, [..."ابصدعفغهيجكلمنوپقرستثڤشخىز"][index] ?? letter]),
);

/**
 * Writes an English text with Arabic letters, about a third longer, in brackets that show both of its ends. Markup and placeholders stay.
 */
function pseudoText(text: string): string {
  const words = text.split(/(\{\w+\}|<[^>]+>)/).map((part, index) => (index % 2 === 1 ? part : withArabicLetters(part)));
  return `[${words.join("")}]`;
}

function withArabicLetters(words: string): string {
  return words.toLowerCase().replaceAll(/[a-z]/g, (letter) => (arabic[letter] ?? letter).repeat("aeiou".includes(letter) ? 2 : 1));
}

/** An English text with its placeholders as groups, and the pseudo-text with the numbers of these groups. */
interface Pattern {
  readonly source: string;
  readonly pseudo: string;
}

async function pseudoTexts(): Promise<{ exact: [string, string][]; patterns: Pattern[] }> {
  const texts = [...new Set((await textKeys("en")).values())].map((text) => text.replaceAll(/<[^>]+>/g, "").trim());
  const filled = texts.filter((text) => text.includes("{") && /\p{Letter}{2}/u.test(text.replaceAll(/\{\w+\}/g, "")));
  const plain = texts.filter((text) => !text.includes("{") && /\p{Letter}/u.test(text));
  return {
    exact: plain.map((text) => [text, pseudoText(text)]),
    // The text with the most words of its own is the best match.
    patterns: filled
      .toSorted((one, other) => other.replaceAll(/\{\w+\}/g, "").length - one.replaceAll(/\{\w+\}/g, "").length)
      .map(patternOf),
  };
}

function patternOf(text: string): Pattern {
  const names: string[] = [];
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    names.push(part);
    return "(.+?)";
  });
  return {
    source: `^${parts.join("")}$`,
    pseudo: pseudoText(text).replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${names.indexOf(name) + 1}}`),
  };
}

/** From now on every document of this page has the pseudo-language's direction from its first element on, in place of the server's. */
export async function readFromTheRight(page: Page): Promise<void> {
  await page.addInitScript((language) => {
    const turn = (): void => {
      const root: HTMLElement | null = document.documentElement;
      // Only a direction that the server wrote is turned.
      if (root?.getAttribute("dir") === "ltr") Object.assign(root, { dir: "rtl", lang: language });
    };
    new MutationObserver(turn).observe(document, { childList: true });
    turn();
  }, pseudoLanguage);
}

/** Replaces all texts of the page by pseudo-texts, and later each text that React changes. Names and other data stay. */
export async function speakPseudo(page: Page): Promise<void> {
  // Exchanged before hydration, a text would not be the one that React expects.
  await hydrated(page.locator("#main"));
  await page.evaluate(
    ({ exact, patterns }) => {
      const known = new Map(exact);
      const filled = patterns.map(({ source, pseudo }) => ({ source: new RegExp(source, "u"), pseudo }));
      const translate = (text: string): string => {
        const words = text.trim();
        const found = known.get(words);
        if (found !== undefined) return text.replace(words, () => found);
        for (const { source, pseudo } of filled) {
          const values = source.exec(words);
          if (values === null) continue;
          return pseudo.replaceAll(/\{(\d+)\}/g, (_, number: string) => translate(values[Number(number)] ?? ""));
        }
        // Such as "Needs help: 2", of a text that has only placeholders.
        const [, title = "", rest = ""] = /^([^:]+)(: .+)$/u.exec(words) ?? [];
        return known.has(title) ? `${known.get(title)}${rest}` : text;
      };
      const names = ["aria-label", "placeholder", "title", "alt", "data-label"];
      const change = (element: Element): void => {
        for (const name of names) {
          const value = element.getAttribute(name);
          if (value !== null && translate(value) !== value) element.setAttribute(name, translate(value));
        }
      };
      const exchange = (node: Node): void => {
        if (node instanceof Text) {
          const isCode = node.parentElement?.matches("script, style") === true;
          if (!isCode && translate(node.data) !== node.data) node.data = translate(node.data);
        } else if (node instanceof Element) change(node);
        for (const child of node.childNodes) exchange(child);
      };
      exchange(document.body);
      const watched = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: names };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) exchange(node);
      }).observe(document.body, watched);
    },
    await pseudoTexts(),
  );
}
