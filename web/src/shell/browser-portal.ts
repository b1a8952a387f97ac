import { createCall, sendFromBrowser } from "#/api/call.ts";
import { createChanges } from "#/api/changes.ts";
import { createBrowserCookies } from "#/api/cookies.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { watchForLogout } from "#/features/logout/other-tabs.ts";
import { takeBadgeCode } from "#/features/qr-login/badge-code.ts";
import type { PageData } from "./page-data.ts";
import type { Portal } from "./portal.ts";

/** Creates the browser's portal and its listeners. Call it once, before other code reads the address. */
export function createBrowserPortal({ settings, address, visitor }: PageData): Portal {
  // The back button may restore a page from memory. After a logout it must not show the former user's data.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  const badgeCode = takeBadgeCode(location, history);
  const changes = createChanges();
  const call = createCall(sendFromBrowser, changes);
  const currentChoice = createBrowserCurrentChoice();
  watchForLogout({ currentChoice });
  return {
    settings,
    address,
    showAddress: (plain) => history.replaceState(history.state, "", plain),
    visitor,
    showVisitor: () => undefined,
    call,
    changes,
    fresh: createFreshCall(call, () => performance.now()),
    cookies: createBrowserCookies(),
    loginState: createBrowserLoginState(),
    currentChoice,
    badgeCode,
  };
}
