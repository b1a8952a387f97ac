/** The proof in the address of a mailed link: read once, then out of the address bar, the history and what the page sends on. */

const deletionPage = "/account/delete";

/** The same address without the proof in it. @internal Exported for its test. */
export function withoutToken({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname.startsWith(`${deletionPage}/`) ? deletionPage : pathname;
  const query = new URLSearchParams(search);
  query.delete("code");
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Keeps it for this tab alone, so that reloading the page does not lose it, and cleans the address bar. */
export function keepToken(token: string): void {
  const address = withoutToken(location);
  try {
    sessionStorage.setItem(keyOf(address), token);
  } catch {
    // A browser that keeps nothing only loses the reload.
  }
  history.replaceState(history.state, "", address);
}

export function readKeptToken(): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(withoutToken(location))) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Once it is used, or known to be dead. */
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(keyOf(withoutToken(location)));
  } catch {
    // Nothing was kept.
  }
}

function keyOf(address: string): string {
  return `link ${address.split("?", 1)[0]}`;
}
