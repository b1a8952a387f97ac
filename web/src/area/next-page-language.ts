import { cookieNames } from "@storyport/contract/limits";
import { getLocale, isLocale } from "@storyport/texts/runtime";
import { redirect } from "@tanstack/react-router";
import type { Cookies } from "#/api/cookies.ts";

/**
 * A document has one language. If the chosen language has changed since (a login loaded the account's, or another tab), the next page is a
 * new document.
 */
export function demandChosenLanguage(cookies: Pick<Cookies, "read">, { href }: { href: string }): void {
  const chosen = cookies.read(cookieNames.language);
  if (!isLocale(chosen) || chosen === getLocale()) return;
  throw redirect({ href, reloadDocument: true });
}
