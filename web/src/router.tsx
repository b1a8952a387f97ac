import { cookieNames } from "@storyport/contract/limits";
import { createRouter } from "@tanstack/react-router";
import type { RouterHistory } from "@tanstack/react-router";
import { ErrorPage } from "#/shell/error-page.tsx";
import { PagePending } from "#/shell/page-pending.tsx";
import { preloadUserMenu } from "#/shell/portal-frame.tsx";
import { parseSearch, stringifySearch } from "#/search-text.ts";
import type { RouterContext } from "./router-context.ts";
import { routeTree } from "./routeTree.gen.ts";

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
