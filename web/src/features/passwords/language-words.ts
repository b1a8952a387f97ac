/**
 * The dictionaries that find common words in a new password, by the page's language. A browser loads only one of them, because all would be too
 * large for a phone. The server checks a password against the words of all languages (guess-worker.ts).
 */
import type { Locale } from "@storyport/texts/runtime";

type Words = { default: readonly string[] };

/** Loads one language's words. zxcvbn has no Norwegian dictionary, so Norwegian words are in `commonWords` of the contract. */
export const languageWords: Record<Locale, () => Promise<Words>> = {
  // The smaller of two lists of English words. The server uses the larger one.
  en: () => import("@zxcvbn-ts/language-en/dist/wikipedia.json.mjs"),
  nb: async () => ({ default: [] }),
  nn: async () => ({ default: [] }),
  fr: () => import("@zxcvbn-ts/language-fr/dist/commonWords.json.mjs"),
  nl: () => import("@zxcvbn-ts/language-nl-be/dist/commonWords.json.esm.js"),
  "pt-BR": () => import("@zxcvbn-ts/language-pt-br/dist/commonWords.json.mjs"),
};
