import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { Logo, logoLinkClass } from "#/ui/brand/logo.tsx";
import { Page } from "#/ui/page.tsx";
import type { PageProps } from "#/ui/page.tsx";
import { usePortal } from "./portal.ts";
import { SiteFooter } from "./site-footer.tsx";

interface PortalFrameProps extends Pick<PageProps, "children" | "picture" | "variant"> {
  /** The user menu, if an account is logged in. */
  menu: ReactNode;
  /** Above everything: who an administrator sees the portal as. */
  banner?: ReactNode;
}

/** Header, main and footer around every page. */
export function PortalFrame({ children, menu, banner, ...look }: PortalFrameProps) {
  const { settings } = usePortal();
  return (
    <>
      {banner}
      <Page
        {...look}
        skipText={m["app.skipToContent"]()}
        brand={
          <a href="/" className={logoLinkClass}>
            <Logo name={settings.productName} />
          </a>
        }
        actions={menu}
        footer={<SiteFooter />}
      >
        {children}
      </Page>
    </>
  );
}
