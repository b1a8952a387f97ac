import { cookieNames } from "@storyport/contract/limits";
import { createRouter } from "@tanstack/react-router";
import type { RouterHistory } from "@tanstack/react-router";
import type { Call } from "#/api/call.ts";
import type { Changes } from "#/api/changes.ts";
import type { Cookies } from "#/api/cookies.ts";
import type { FreshCall } from "#/api/fresh-call.ts";
import type { CurrentChoiceStore } from "#/features/login-state/current-choice.ts";
import type { LoginStateStore } from "#/features/login-state/login-state.ts";
import type { BadgeCode } from "#/features/qr-login/badge-code.ts";
import { ErrorPage } from "#/shell/error-page.tsx";
import { PagePending } from "#/shell/page-pending.tsx";
import { preloadUserMenu } from "#/shell/portal-frame.tsx";
import type { PortalSettings } from "#/shell/portal-settings.ts";
import { parseSearch, stringifySearch } from "#/search-text.ts";
import { routeTree } from "./routeTree.gen.ts";

/** What every guard and loader is handed: made once per request on the server, once in the browser. */
export interface RouterContext {
  settings: PortalSettings;
  call: Call;
  changes: Changes;
  fresh: FreshCall;
  cookies: Cookies;
  loginState: LoginStateStore;
  currentChoice: CurrentChoiceStore;
  badgeCode: BadgeCode;
  /** Whether another site led to the page; within the browser our own pages do. */
  isFromElsewhere: boolean;
}

interface RouterParts {
  context: RouterContext;
  nonce?: string | undefined;
  history?: RouterHistory;
}

export function createPortalRouter({ context, nonce, history }: RouterParts) {
  return createRouter({
    routeTree,
    context,
    ...(history === undefined ? {} : { history }),
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    parseSearch,
    stringifySearch,
    trailingSlash: "preserve",
    defaultPreload: false,
    // A skeleton that has shown may go as soon as there is something to show.
    defaultPendingMinMs: 0,
    defaultStructuralSharing: true,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PagePending,
    scrollRestoration: true,
    // A frame that waited for its menu while the router goes on would be thrown away and drawn anew, with whatever somebody has opened,
    // chosen or stands on in it.
    hydrate: async () => {
      if (context.cookies.read(cookieNames.user) !== undefined) await preloadUserMenu();
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
