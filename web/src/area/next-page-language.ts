import { cookieNames } from "@storyport/contract/limits";
import { getLocale, isLocale } from "@storyport/texts/runtime";
import { redirect } from "@tanstack/react-router";
import type { Cookies } from "#/api/cookies.ts";

const isChildsLogin = /^\/login\/(qr|code)\/?$/;

/**
 * A document has one language. If the chosen language has changed since (a login loaded the account's, or another tab), the next page is a
 * new document. A child's login by badge or code is the exception: that page keeps the answer in memory alone, so the page after it
 * reloads.
 */
export function demandChosenLanguage(cookies: Pick<Cookies, "read">, { pathname, href }: { pathname: string; href: string }): void {
  const chosen = cookies.read(cookieNames.language);
  if (!isLocale(chosen) || chosen === getLocale() || isChildsLogin.test(pathname)) return;
  throw redirect({ href, reloadDocument: true });
}
