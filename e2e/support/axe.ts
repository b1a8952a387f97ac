/** Axe on a page, with the rules that every screen keeps. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

// Half the size of `axe.source`, which each page has to read.
const script = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules of colour. Only these can differ in dark mode, and they do not differ between languages. */
const colours = ["color-contrast", "link-in-text-block"];

/**
 * The rules whose result a translation can change. A page has the same elements, roles, ids and states in every language, so all other
 * rules find the same in each.
 */
const ofTranslation = [
  // The language of the document, and of its parts.
  "html-has-lang",
  "html-lang-valid",
  "html-xml-lang-mismatch",
  "valid-lang",
  // Names, which come from the texts: a text can be empty, or differ from the words that are seen.
  "area-alt",
  "aria-braille-equivalent",
  "aria-command-name",
  "aria-dialog-name",
  "aria-input-field-name",
  "aria-meter-name",
  "aria-progressbar-name",
  "aria-tab-name",
  "aria-toggle-field-name",
  "aria-tooltip-name",
  "aria-treeitem-name",
  "button-name",
  "document-title",
  "empty-heading",
  "empty-table-header",
  "image-alt",
  "input-button-name",
  "input-image-alt",
  "label",
  "label-content-name-mismatch",
  "label-title-only",
  "link-name",
  "object-alt",
  "role-img-alt",
  "select-name",
  "summary-name",
  "svg-img-alt",
  // Two texts that differ in English can be the same word in another language.
  "image-redundant-alt",
  "landmark-unique",
  "table-duplicate-name",
  // A longer word can make a part scroll, and move targets closer together.
  "scrollable-region-focusable",
  "target-size",
];

const options = {
  all: { runOnly: tags },
  /** For a second look in dark mode. */
  colours: { runOnly: { type: "rule", values: colours } },
  /** All but the colours. */
  words: { runOnly: tags, rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) },
  /** For a page that passed `words` in another language. */
  translation: { runOnly: { type: "rule", values: ofTranslation } },
} satisfies Record<string, RunOptions>;

/** Gives axe to each page that opens from now on. For many pages: the browser compiles the script once for all of them. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript(script);
}

/** Returns the violations of some of axe's rules, as "rule at element, element". */
export async function axeFaults(page: Page, rules: keyof typeof options): Promise<string[]> {
  // Our pages have no frames. Axe would need a copy of itself in each.
  if (page.frames().length > 1) return ["a frame, which was not checked"];
  // A document keeps axe, so a second look does not load it again.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(script);
  return await page.evaluate(
    async (run) => {
      const { violations } = await (Reflect.get(window, "axe") as typeof axe).run(document, run);
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    },
    // Only violations are described. To describe what is in order would be most of axe's work.
    { ...options[rules], resultTypes: ["violations"] } as RunOptions,
  );
}
