import { formatLocales } from "./format-locales.ts";

/** Joins words as the reader's language lists them; returns "" for an empty list. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(formatLocales(), { type: "conjunction" }).format(words);
}
