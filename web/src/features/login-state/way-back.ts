import { readLoginState } from "@storyport/contract/login-state";
import { parseUrl } from "#/shell/parse-url.ts";

const anyOrigin = "http://portal.invalid";

/**
 * Shortens an address until the login state can keep it: it removes the longest search params first. A page without its filter is better
 * than the start page.
 */
export function wayBack(href: string): string {
  const url = parseUrl(href, anyOrigin);
  if (url === undefined || isKept(href)) return href;
  // A later page is useless without its search.
  for (const name of ["before", "page"]) url.searchParams.delete(name);
  const address = () => url.pathname + url.search;
  while (!isKept(address()) && url.search !== "") url.searchParams.delete(longestOf(url.searchParams));
  return address();
}

function isKept(page: string): boolean {
  return readLoginState({ postLoginPage: page }).postLoginPage !== undefined;
}

function longestOf(search: URLSearchParams): string {
  const [longest] = [...search].toSorted(([, one], [, other]) => other.length - one.length);
  return longest?.[0] ?? "";
}
