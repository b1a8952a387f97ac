import { organizationManifest } from "@storyport/contract/games";
import { locales } from "@storyport/contract/vocabulary";
import type { Locale } from "@storyport/contract/vocabulary";
import { getLocale, isLocale } from "@storyport/texts/runtime";
import { useListEndpoint } from "#/api/use-endpoint.ts";

/**
 * The language of a new account: the chosen language, else the organization's, else the page's. `options` begins with the default (DESIGN
 * A24).
 */
export function useLanguageThere(organizationId: string, chosen: string): { value: Locale; options: readonly Locale[] } {
  const { data, isPlaceholderData } = useListEndpoint(
    organizationManifest,
    organizationId === "" ? undefined : [{ params: { orgId: organizationId } }],
  );
  const ofGames = isPlaceholderData ? undefined : data?.[0]?.games.map(({ locale }) => locale);
  const first = languageOf(ofGames) ?? getLocale();
  return { value: isLocale(chosen) ? chosen : first, options: [first, ...locales.filter((locale) => locale !== first)] };
}

/** A school's language is that of its games. English counts last, because schools of every language have English games. */
function languageOf(ofGames: readonly (string | undefined)[] | undefined): Locale | undefined {
  const known = (ofGames ?? []).filter((locale) => locale !== undefined).filter(isLocale);
  return known.find((locale) => locale !== "en") ?? known[0];
}
