/** Axe on a page, with the rules that every screen keeps. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of colour. Only these can differ in dark mode, and they do not differ between languages. */
const colours = ["color-contrast", "link-in-text-block"];

/** Returns what axe finds: by all rules, by those of colour alone, or by all others. */
export async function axeFaults(page: Page, rules: "all" | "colours" | "words"): Promise<string[]> {
  // Our pages have no frames. For frames axe would open another page.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules === "colours") axe.withRules(colours);
  else axe.withTags(tags).disableRules(rules === "words" ? colours : []);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
