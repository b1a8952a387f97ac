import { cookieNames } from "@storyport/contract/limits";
import { getLocale, isLocale } from "@storyport/texts/runtime";
import { redirect } from "@tanstack/react-router";
import type { Cookies } from "#/api/cookies.ts";

const isChildsLogin = /^\/login\/(qr|code)\/?$/;

/**
 * A document speaks one language for as long as it stands. Where another one was chosen since (a login brought the account's, or
 * somebody chose in another tab), the next page is a new document. Not where a child has just shown a badge or a code: that page
 * asks who it is and holds the answer in its memory alone; the page after it is soon enough.
 */
export function demandChosenLanguage(cookies: Pick<Cookies, "read">, { pathname, href }: { pathname: string; href: string }): void {
  const chosen = cookies.read(cookieNames.language);
  if (!isLocale(chosen) || chosen === getLocale() || isChildsLogin.test(pathname)) return;
  throw redirect({ href, reloadDocument: true });
}
