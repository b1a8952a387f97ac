import { createBrowserHistory } from "@tanstack/react-router";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { createCall, sendFromBrowser } from "#/api/call.ts";
import { createChanges } from "#/api/changes.ts";
import { createBrowserCookies } from "#/api/cookies.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { watchForLogout } from "#/features/logout/other-tabs.ts";
import { takeBadgeCode } from "#/features/qr-login/badge-code.ts";
import { createPortalRouter } from "#/router.tsx";
import { readPortalSettings } from "#/shell/portal-settings.ts";

// The back button may bring a page back from memory as it was: after a logout it must show nothing of it.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

const badgeCode = takeBadgeCode(location, history);
const changes = createChanges();
const call = createCall(sendFromBrowser, changes);
const router = createPortalRouter({
  history: createBrowserHistory(),
  nonce: document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.content,
  context: {
    settings: readPortalSettings(document),
    call,
    changes,
    fresh: createFreshCall(call, () => performance.now()),
    cookies: createBrowserCookies(),
    loginState: createBrowserLoginState(),
    currentChoice: createBrowserCurrentChoice(),
    badgeCode,
    isFromElsewhere: false,
  },
});

watchForLogout(router.options.context);

hydrateRoot(document, <RouterClient router={router} />);
