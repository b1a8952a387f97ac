/** The proof in the address of a mailed link. The page reads it once, and then removes it from the address bar and the history. */

/** Of the pages of mailed links only this page has the proof in its path: /account/delete/{proof}. The server ignores upper and lower case. */
const deletionPage = "/account/delete";

/** The same address without the proof. @internal Exported for its test. */
export function withoutToken({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname.toLowerCase().startsWith(`${deletionPage}/`) ? deletionPage : pathname;
  const query = new URLSearchParams(search);
  query.delete("code");
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Stores the proof for this tab, so that a reload keeps it, and cleans the address bar. */
export function keepToken(token: string): void {
  const address = withoutToken(location);
  try {
    sessionStorage.setItem(keyOf(address), token);
  } catch {
    // Without storage only a reload loses the proof.
  }
  history.replaceState(history.state, "", address);
}

/** Returns the proof that this tab has stored for the present page. */
export function readKeptToken(): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(withoutToken(location))) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Call it when the proof is used or has ended. */
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(keyOf(withoutToken(location)));
  } catch {
    // Without storage there is nothing to remove.
  }
}

function keyOf(address: string): string {
  return `link ${address.split("?", 1)[0]}`;
}
