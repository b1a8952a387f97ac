import { readLoginState } from "@storyport/contract/login-state";
import { anyOrigin, parseUrl } from "#/shell/parse-url.ts";

/**
 * Returns the address that a login returns to. The login state drops an address beyond its limit, and the login would lead to the start
 * page. So a longer address loses search params until it fits: the place in a list first, then always the longest param. A list without its
 * filter is better than the start page. A path is never shortened.
 */
export function wayBack(href: string): string {
  const url = parseUrl(href, anyOrigin);
  if (url === undefined || isKept(href)) return href;
  // The filter is probably removed next. Another page of the list, or the events before a certain event, mean nothing without it.
  for (const name of ["before", "page"]) url.searchParams.delete(name);
  const address = () => url.pathname + url.search;
  while (!isKept(address()) && url.search !== "") url.searchParams.delete(longestOf(url.searchParams));
  return address();
}

/** Checks that the login state keeps this page. */
function isKept(page: string): boolean {
  return readLoginState({ postLoginPage: page }).postLoginPage !== undefined;
}

function longestOf(search: URLSearchParams): string {
  const [longest] = [...search].toSorted(([, one], [, other]) => other.length - one.length);
  return longest?.[0] ?? "";
}
