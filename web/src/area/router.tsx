import { createRouter, useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps, RouterHistory } from "@tanstack/react-router";
import { ApiError } from "#/api/api-error.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { ErrorPage } from "#/shell/error-page.tsx";
import { PagePending } from "#/shell/page-pending.tsx";
import { parseSearch, stringifySearch } from "#/shell/search-text.ts";
import type { AreaPageTitle } from "./area-title.ts";
import type { AreaContext } from "./prefetch.ts";
import { routeTree } from "./routeTree.gen.ts";

export function createAreaRouter(context?: AreaContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    // Without a context (on the server) no page is opened.
    context: context as AreaContext,
    ...(history !== undefined && { history }),
    parseSearch,
    stringifySearch,
    // The specification has addresses with a slash at the end (/admin/) and without (/users/me). Both open without a redirect.
    trailingSlash: "preserve",
    defaultPreload: false,
    // A skeleton may disappear as soon as there is data.
    defaultPendingMinMs: 0,
    defaultStructuralSharing: true,
    defaultErrorComponent: AreaErrorPage,
    defaultPendingComponent: PagePending,
    scrollRestoration: true,
  });
}

export type AreaRouter = ReturnType<typeof createAreaRouter>;

/**
 * Loads the page of the address before the router is mounted. A page that redirects changes the address, and then waits for the load of the
 * new page. Only a mounted router listens to the address, so this listens until then.
 */
export async function loadFirstPage(router: AreaRouter): Promise<void> {
  const stopListening = router.history.subscribe((change) => void router.load(change));
  try {
    await router.load();
  } finally {
    stopListening();
  }
}

/**
 * Loaders never fail. So an ApiError comes from the guard, which could not check the account. After any other error only a new document
 * helps. The page keeps a broken script, and an answer that could not be drawn.
 */
function AreaErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof ApiError)) return <ErrorPage error={error} onRetry={() => location.reload()} />;
  const handleRetry = () => {
    reset();
    void router.invalidate();
  };
  return <AccountCheckFailed failure={error.failure} onRetry={handleRetry} />;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: AreaRouter;
  }
  interface StaticDataRouteOption {
    title?: AreaPageTitle;
  }
}
