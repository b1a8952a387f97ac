/** The dictionary of the page's language, by use: all of them would be too much for a phone. The other languages are the server's to know. */
import type { Locale } from "@storyport/texts/runtime";

type Words = { default: readonly string[] };

/** For Norwegian there is none; its words stand among the contract's common ones. */
export const languageWords: Record<Locale, () => Promise<Words>> = {
  // The list of common English words is twice as large, and of its surnames four times.
  en: () => import("@zxcvbn-ts/language-en/dist/wikipedia.json.mjs"),
  nb: async () => ({ default: [] }),
  fr: () => import("@zxcvbn-ts/language-fr/dist/commonWords.json.mjs"),
  nl: () => import("@zxcvbn-ts/language-nl-be/dist/commonWords.json.esm.js"),
  "pt-BR": () => import("@zxcvbn-ts/language-pt-br/dist/commonWords.json.mjs"),
};
