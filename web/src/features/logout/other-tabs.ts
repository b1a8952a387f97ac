/**
 * Tabs of one browser share one session. A logout in one tab logs out all tabs. The others learn of it by a storage event, which never
 * reaches the tab itself. A login as another account reloads the tabs that show the former account.
 */
import { dropFormsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { forgetAllTokens } from "#/features/links/forget-all-tokens.ts";
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import type { Portal } from "#/shell/portal.ts";

const logoutKey = "logged-out-at";
let shownAccount: BroadcastChannel | undefined;

/**
 * Call it after a support view began or ended. All other tabs reload at once, without waiting for the next page of this tab. Their forms
 * belong to the account that they show, and the session now acts as another account.
 */
export function announceOtherAccount(): void {
  // No page shows an account without an id.
  shownAccount?.postMessage("");
  // The others reload, and tell the new account. Without the close this tab would reload too, and not reach the page that it opens.
  shownAccount?.close();
}

/** Makes the other tabs reload. Drops what this tab keeps of the user who leaves: a child may take the tablet next. */
export function announceLogout(): void {
  // This tab ended the session itself, and shows the next account without a reload.
  shownAccount?.close();
  dropWhatThisTabKeeps();
  browserStorage(() => localStorage).set(logoutKey, String(Date.now()));
}

/** Call it once per page, at its start. After a logout in another tab the page shows a user who has left, so it reloads. */
export function watchForLogout({ currentChoice }: Pick<Portal, "currentChoice">): void {
  addEventListener("storage", ({ key }) => {
    if (key !== logoutKey) return;
    currentChoice.clear();
    dropWhatThisTabKeeps();
    location.reload();
  });
}

/** Drops the hand-over to a game, the proofs of mailed links, and the drafts that a logout drops. */
export function dropWhatThisTabKeeps(): void {
  browserStorage(() => sessionStorage).remove(handOverKey);
  forgetAllTokens();
  dropFormsOfTheSession();
}

/**
 * Call it once per page, with the account that the page shows. It tells the other tabs this account, and reloads the page when another tab
 * tells another account. The session then belongs to that account. This page would fetch its data, and the server would refuse what the page
 * saves (errors.otherAccount). A channel leaves nothing in the browser's storage.
 */
export function watchForOtherAccount(visitor: Visitor): void {
  if (visitor.is !== "known") return;
  const { accountId } = visitor.user;
  const channel = new BroadcastChannel("shown-account");
  shownAccount = channel;
  channel.addEventListener("message", ({ data }) => {
    if (data !== accountId) location.reload();
  });
  channel.postMessage(accountId);
}
