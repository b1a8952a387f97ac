import { useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import type { SessionUser } from "@storyport/contract/login";
import { ErrorBoundary } from "#/shell/error-boundary.tsx";
import { focusAfterStep } from "#/shell/focus-after-step.ts";
import { HarbourPicture } from "#/shell/harbour-picture.tsx";
import { PortalFrame } from "#/shell/portal-frame.tsx";
import { PortalContext } from "#/shell/portal.ts";
import type { Portal } from "#/shell/portal.ts";

interface PublicTreeProps {
  portal: Portal;
  /** Set if an account is logged in; other visitors do not load it. */
  UserMenu: ComponentType<{ user: SessionUser }> | undefined;
  /** Set if an administrator sees the portal as another person. */
  SupportViewBanner: ComponentType<{ view: NonNullable<SessionUser["supportView"]> }> | undefined;
  children: ReactNode;
}

/** The React tree of a public page, on the server and in the browser. */
export function PublicTree({ portal, UserMenu, SupportViewBanner, children }: PublicTreeProps) {
  const [visitor, showVisitor] = useState(portal.visitor);
  const [address, setAddress] = useState(portal.address);
  const showAddress = (withoutSecret: string) => {
    portal.showAddress(withoutSecret);
    setAddress(withoutSecret);
  };
  useEffect(focusAfterStep, []);
  const view = visitor.is === "known" ? visitor.user.supportView : undefined;
  return (
    <PortalContext value={{ ...portal, visitor, showVisitor, address, showAddress }}>
      <PortalFrame
        variant="scene"
        picture={<HarbourPicture />}
        menu={UserMenu !== undefined && visitor.is === "known" && <UserMenu user={visitor.user} />}
        banner={SupportViewBanner !== undefined && view !== undefined && <SupportViewBanner view={view} />}
      >
        <ErrorBoundary>{children}</ErrorBoundary>
      </PortalFrame>
    </PortalContext>
  );
}
