import { cookieNames } from "@storyport/contract/limits";
import { baseLocale, isLocale } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";

/** Every language of the portal in its own words. */
export const languageNames: Record<Locale, string> = {
  en: "English",
  nb: "Norsk bokmål",
  nn: "Norsk nynorsk",
  fr: "Français",
  nl: "Nederlands",
  "pt-BR": "Português (Brasil)",
};

/** Languages of browsers that map to one of ours. */
const kin: ReadonlyMap<string, Locale> = new Map([
  ["no", "nb"],
  ["pt", "pt-BR"],
]);

/**
 * Returns the first of the user's choices that the portal has, else the browser's first supported language, else English. `choices` come
 * from the address and from a cookie, so they may be anything. `acceptLanguage`: the browser's header.
 */
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

/** The life of the cookie with the chosen language. */
export const languageMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Returns the language that the language switch sent as `?language=`, and the address without it. Undefined without that parameter. */
export function splitLanguage(url: string): { language: string; url: string } | undefined {
  const [path = "/"] = url.split("?", 1);
  const params = new URLSearchParams(url.slice(path.length));
  const language = params.get(cookieNames.language);
  if (language === null) return undefined;
  params.delete(cookieNames.language);
  return { language, url: params.size > 0 ? `${path}?${params}` : path };
}

/** Reads a header such as "nb-NO, en;q=0.8" into tags, the preferred one first. It may be long, so only its beginning counts. */
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
