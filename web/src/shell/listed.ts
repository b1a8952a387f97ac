import { getLocale } from "@storyport/texts/runtime";

/** Words one after the other as the reader's language lists them; nothing where there are none. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(words);
}
