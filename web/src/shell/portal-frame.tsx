import { m } from "@storyport/texts/messages";
import { Link, lazyRouteComponent, useMatches, useRouteContext } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Logo, logoLinkClass } from "#/ui/brand/logo.tsx";
import { Page } from "#/ui/page.tsx";
import { HarbourPicture, preloadHarbour } from "./harbour-picture.tsx";
import { SiteFooter } from "./site-footer.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** `plain` for the wide, quiet pages of the logged-in area; the harbour scene everywhere else. */
    frame?: "plain";
  }
}

const UserMenu = lazyRouteComponent(() => import("./user-menu.tsx"), "UserMenu");

/** To be awaited before the frame shows an account; nobody else loads its menu. */
export async function preloadUserMenu(): Promise<void> {
  await UserMenu.preload?.();
}

/** Header, main and footer around every page; the user menu only when somebody is logged in. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { visitor, settings } = useRouteContext({ from: "__root__" });
  const isPlain = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.frame === "plain") });
  // From a plain page the way may lead to a public one, whose picture should then be there at once.
  useEffect(() => {
    if (isPlain) preloadHarbour();
  }, [isPlain]);
  return (
    <Page
      variant={isPlain ? "plain" : "scene"}
      skipText={m["app.skipToContent"]()}
      brand={
        <Link to="/" className={logoLinkClass}>
          <Logo name={settings.productName} />
        </Link>
      }
      actions={visitor?.is === "known" ? <UserMenu user={visitor.user} /> : undefined}
      footer={<SiteFooter />}
      picture={<HarbourPicture />}
    >
      {children}
    </Page>
  );
}
