import { getLocale } from "@storyport/texts/runtime";

/** Joins words as the reader's language lists them; returns "" for an empty list. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(words);
}
