import { cookieNames } from "@storyport/contract/limits";
import { getLocale, isLocale } from "@storyport/texts/runtime";
import { redirect } from "@tanstack/react-router";
import type { Cookies } from "#/api/cookies.ts";

/**
 * A document has one language. A login or another tab may have changed the chosen language since. Then the next page is a new document:
 * throws the router's redirect. An unknown language changes nothing.
 */
export function demandChosenLanguage(cookies: Pick<Cookies, "read">, { href }: { href: string }): void {
  const chosen = cookies.read(cookieNames.language);
  if (!isLocale(chosen) || chosen === getLocale()) return;
  throw redirect({ href, reloadDocument: true });
}
