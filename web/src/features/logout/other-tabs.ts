/** A logout in one tab is a logout in all: the others learn of it by a storage event, which only ever reaches other tabs. */
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import type { Portal } from "#/shell/portal.ts";

const logoutKey = "logged-out-at";

export function announceLogout(): void {
  browserStorage(() => localStorage).set(logoutKey, String(Date.now()));
}

/** In every tab, once, from its start: what is shown belongs to somebody who has left, so the page is loaded anew. */
export function watchForLogout({ currentChoice }: Pick<Portal, "currentChoice">): void {
  addEventListener("storage", ({ key }) => {
    if (key !== logoutKey) return;
    currentChoice.clear();
    browserStorage(() => sessionStorage).remove(handOverKey);
    location.reload();
  });
}
