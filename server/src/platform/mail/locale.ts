import { baseLocale, isLocale } from "@storyport/texts/runtime";

/** Returns an account's language if there are texts in it, otherwise English. */
export function toLocale(language: string) {
  return isLocale(language) ? language : baseLocale;
}
