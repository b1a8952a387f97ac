/** Loads the dictionary of the page's language, because all languages would be too large for a phone. The server checks the others. */
import type { Locale } from "@storyport/texts/runtime";

type Words = { default: readonly string[] };

/** Norwegian has no dictionary; its words are among the contract's common words. */
export const languageWords: Record<Locale, () => Promise<Words>> = {
  // The list of common English words is twice as large, and that of its surnames four times.
  en: () => import("@zxcvbn-ts/language-en/dist/wikipedia.json.mjs"),
  nb: async () => ({ default: [] }),
  fr: () => import("@zxcvbn-ts/language-fr/dist/commonWords.json.mjs"),
  nl: () => import("@zxcvbn-ts/language-nl-be/dist/commonWords.json.esm.js"),
  "pt-BR": () => import("@zxcvbn-ts/language-pt-br/dist/commonWords.json.mjs"),
};
