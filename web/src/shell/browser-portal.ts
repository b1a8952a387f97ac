import { createCall, sendFromBrowser } from "#/api/call.ts";
import type { OnWrite } from "#/api/call.ts";
import { createBrowserCookies } from "#/api/cookies.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { watchForLogout, watchForOtherAccount } from "#/features/logout/other-tabs.ts";
import { takeBadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PageData } from "./page-data.ts";
import type { Portal } from "./portal.ts";

/**
 * Creates the browser's portal and its listeners. Call it once, before other code reads the address: it removes the code of a badge from
 * the address. `onWrite` is called after each request that changes something, also if it is refused.
 */
export function createBrowserPortal({ settings, visitor }: PageData, onWrite?: OnWrite): Portal {
  // The back button may restore a page from memory. After a logout it must not show the former user's data.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  const badgeCode = takeBadgeCode(location, history);
  const call = createCall(sendFromBrowser, onWrite, visitor.is === "known" ? visitor.user.accountId : undefined);
  const cookies = createBrowserCookies();
  const loginState = createBrowserLoginState();
  const currentChoice = createBrowserCurrentChoice();
  // Before other code reads them. A user who has left, or whose session has ended, must not choose for the next user.
  if (visitor.is !== "unclear") {
    const accountId = visitor.is === "known" ? visitor.user.accountId : undefined;
    loginState.claimFor(accountId);
    currentChoice.claimFor(accountId);
  }
  watchForLogout({ currentChoice });
  watchForOtherAccount(visitor);
  return {
    settings,
    address: location.pathname + location.search,
    showAddress: (plain) => history.replaceState(history.state, "", plain),
    visitor,
    // Only public pages change the login without leaving the page. public-tree.tsx gives them a working showVisitor.
    showVisitor: () => undefined,
    call,
    fresh: createFreshCall(call, () => performance.now()),
    cookies,
    loginState,
    currentChoice,
    badgeCode,
  };
}
