import { cookieNames } from "@storyport/contract/limits";
import { baseLocale, isLocale } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";

/** Every language of the portal in its own words. */
export const languageNames: Record<Locale, string> = {
  en: "English",
  nb: "Norsk bokmål",
  fr: "Français",
  nl: "Nederlands",
  "pt-BR": "Português (Brasil)",
};

/** Languages of browsers that map to one of ours. */
const kin: ReadonlyMap<string, Locale> = new Map([
  ["no", "nb"],
  ["nn", "nb"],
  ["pt", "pt-BR"],
]);

/** Returns the chosen language (now, or before), else the browser's first supported language, else English. */
export function chooseLanguage(choices: readonly (string | undefined)[], acceptLanguage: string): Locale {
  const chosen = choices.find((choice) => isLocale(choice));
  if (chosen !== undefined) return chosen;
  for (const tag of preferredTags(acceptLanguage)) {
    const [primary = ""] = tag.split("-");
    const known = [tag, primary].find(isLocale) ?? kin.get(primary);
    if (known !== undefined) return known;
  }
  return baseLocale;
}

export const languageMaxAgeSeconds = 365 * 24 * 60 * 60;

/** The language switch sends `?language=`. Returns that language and the address without the parameter. */
export function splitLanguage(url: string): { language: string; url: string } | undefined {
  const [path = "/", search = ""] = url.split(/\?(.*)/s);
  const params = new URLSearchParams(search);
  const language = params.get(cookieNames.language);
  if (language === null) return undefined;
  params.delete(cookieNames.language);
  return { language, url: params.size > 0 ? `${path}?${params}` : path };
}

function preferredTags(acceptLanguage: string): string[] {
  return acceptLanguage
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", quality = ""] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/);
      return { tag, quality: quality === "" ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
