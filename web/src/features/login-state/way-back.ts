import { readLoginState } from "@storyport/contract/login-state";
import { parseUrl } from "#/shell/parse-url.ts";

const anyOrigin = "http://portal.invalid";

/**
 * The address of a page as the login keeps it to come back to. One too long to be kept loses of its search what is longest: better the
 * page without its filter than the start page.
 */
export function wayBack(href: string): string {
  const url = parseUrl(href, anyOrigin);
  if (url === undefined || isKept(href)) return href;
  // A page further on means nothing without what was searched for.
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
