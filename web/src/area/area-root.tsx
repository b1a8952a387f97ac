import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import type { Visitor } from "#/features/login/visitor.ts";
import { PortalContext, usePortal, useUser } from "#/shell/portal.ts";
import { areaTitle } from "./area-title.ts";
import { useFocusOnHeading } from "./focus-heading.ts";

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
