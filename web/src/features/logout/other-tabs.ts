/** A logout in one tab logs out all tabs. Other tabs learn of it by a storage event, which never reaches the tab itself. */
import { dropKeptDraft } from "#/features/class-imports/kept-draft.ts";
import { dropKeptOffer } from "#/features/transfers/kept-offer.ts";
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import type { Portal } from "#/shell/portal.ts";

const logoutKey = "logged-out-at";

/** Also drops what this tab keeps for the user who leaves: a child may take the tablet next. */
export function announceLogout(): void {
  dropKeptDraft();
  dropKeptOffer();
  browserStorage(() => localStorage).set(logoutKey, String(Date.now()));
}

/** Call it once per tab, at its start. The page shows a user who has left, so it reloads. */
export function watchForLogout({ currentChoice }: Pick<Portal, "currentChoice">): void {
  addEventListener("storage", ({ key }) => {
    if (key !== logoutKey) return;
    currentChoice.clear();
    browserStorage(() => sessionStorage).remove(handOverKey);
    dropKeptDraft();
    dropKeptOffer();
    location.reload();
  });
}
