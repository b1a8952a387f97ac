import { getLocale } from "@storyport/texts/runtime";

/**
 * The languages for `Intl`, in the order of preference. Chrome has no formats of Nynorsk, and would use those of its own menus. It has all
 * other languages, so only Nynorsk falls back to Bokmål.
 */
export function formatLocales(): string[] {
  return [getLocale(), "nb"];
}
