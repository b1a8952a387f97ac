import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useMatches, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import type { Visitor } from "#/features/login/visitor.ts";
import { PasskeyDue } from "#/features/passkeys/passkey-due.tsx";
import { PortalContext, usePortal, useUser } from "#/shell/portal.ts";
import { focusAfterStep } from "#/shell/focus-after-step.ts";
import { areaTitle } from "./area-title.ts";
import { holdFocusOnHeading } from "./hold-focus-on-heading.ts";

interface AreaRootProps {
  visitor: Visitor;
  queries: QueryClient;
  children: ReactNode;
}

/** Wraps the pages of the area. It provides the user of the guard, and the cache, which ends with the visit. */
export function AreaRoot({ visitor, queries, children }: AreaRootProps) {
  const portal = usePortal();
  useFocusOnHeading();
  return (
    <QueryClientProvider client={queries}>
      <PortalContext value={{ ...portal, visitor }}>
        <PageTitle />
        {visitor.is === "known" && visitor.user.passkeyDue && <PasskeyDue due={visitor.user.passkeyDue} />}
        {children}
      </PortalContext>
    </QueryClientProvider>
  );
}

/** The server sets the title of the first page; each later page sets its own. */
function PageTitle() {
  const { settings } = usePortal();
  const user = useUser();
  const title = useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      return areaTitle(settings, page?.staticData, { user, search: page?.search ?? {} });
    },
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

/**
 * After a change of page the focus moves to its heading, so that screen readers announce the page. So it does after a link to another page of
 * a list, because the router shows that from its beginning. A field of the new page that has the focus already keeps it.
 */
function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const unsubscribe = router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation === undefined) return focusAfterStep();
      const hasTurned = placeInList(fromLocation.search) !== placeInList(toLocation.search) && isOnLink();
      if ((!pathChanged && !hasTurned) || document.activeElement?.matches("main input") === true) return;
      stop?.();
      stop = holdFocusOnHeading();
    });
    return () => {
      stop?.();
      unsubscribe();
    };
  }, [router]);
}

/** The page of a list, or of the history. */
function placeInList({ page, before }: { page?: unknown; before?: unknown }): string {
  return JSON.stringify([page, before]);
}

/** The focus is on a link, or on no element because the pressed link is gone. A filter, which also leads to the first page, keeps the focus. */
function isOnLink(): boolean {
  return document.activeElement === document.body || document.activeElement?.matches("main a") === true;
}
