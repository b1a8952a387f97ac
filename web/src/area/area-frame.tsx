import type { ReactNode } from "react";
import { SupportViewBanner } from "#/features/support-views/support-view-banner.tsx";
import { ErrorBoundary } from "#/shell/error-boundary.tsx";
import { PortalFrame } from "#/shell/portal-frame.tsx";
import { PortalContext } from "#/shell/portal.ts";
import type { Portal } from "#/shell/portal.ts";
import { UserMenu } from "#/shell/user-menu.tsx";

interface AreaFrameProps {
  portal: Portal;
  /** The address of the page that is shown. */
  address: string;
  /** Opens another page of the area without leaving the document. Undefined on the server. */
  follow?: ((href: string) => void) | undefined;
  children: ReactNode;
}

/** The frame of the area, drawn on the server and again in the browser. A menu opened before hydration stays open. */
export function AreaFrame({ portal, address, follow, children }: AreaFrameProps) {
  const { visitor } = portal;
  return (
    <PortalContext value={{ ...portal, address }}>
      <PortalFrame
        variant="plain"
        menu={visitor.is === "known" && <UserMenu user={visitor.user} follow={follow} />}
        banner={visitor.is === "known" && visitor.user.supportView && <SupportViewBanner view={visitor.user.supportView} />}
      >
        <ErrorBoundary>{children}</ErrorBoundary>
      </PortalFrame>
    </PortalContext>
  );
}
