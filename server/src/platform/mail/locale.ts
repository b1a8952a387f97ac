/** An account's language as one the texts have; English for any other. */
import { baseLocale, isLocale } from "@storyport/texts/runtime";

export function toLocale(language: string) {
  return isLocale(language) ? language : baseLocale;
}
