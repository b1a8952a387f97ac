/** The proof in the address of a mailed link. The page reads it once, and then removes it from the address bar and the history. */

import { tokenKeyStart } from "./forget-all-tokens.ts";

/** Of the pages of mailed links only this page has the proof in its path: /account/delete/{proof}. The server ignores upper and lower case. */
const deletionPage = "/account/delete";

/** The same address without the proof. @internal Exported for its test. */
export function withoutToken({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname.toLowerCase().startsWith(`${deletionPage}/`) ? deletionPage : pathname;
  const query = new URLSearchParams(search);
  query.delete("code");
  return query.size > 0 ? `${path}?${query}` : path;
}

/** As long as a draft. The next user of the tab may open the page of another link. */
const keptForMs = 60 * 60_000;

/** Stores the proof for this tab, so that a reload keeps it, and cleans the address bar. */
export function keepToken(token: string): void {
  const address = withoutToken(location);
  const kept = new URLSearchParams({ token, gameId: gameOf(location.search), at: String(Date.now()) });
  try {
    sessionStorage.setItem(keyOf(address), kept.toString());
  } catch {
    // Without storage only a reload loses the proof.
  }
  history.replaceState(history.state, "", address);
}

/** Returns the proof that this tab has stored for the present page and its game. Forgets a proof that is too old. */
export function readKeptToken(): string | undefined {
  try {
    const kept = new URLSearchParams(sessionStorage.getItem(keyOf(withoutToken(location))) ?? "");
    if (Date.now() - Number(kept.get("at")) > keptForMs) {
      forgetToken();
      return undefined;
    }
    return kept.get("gameId") === gameOf(location.search) ? (kept.get("token") ?? undefined) : undefined;
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

/** The game that the link names; empty if it names none. */
function gameOf(search: string): string {
  return new URLSearchParams(search).get("gameId") ?? "";
}

/** Of the address without its query: the tab keeps the proof of one link per page. */
function keyOf(address: string): string {
  return tokenKeyStart + address.split("?", 1)[0];
}
