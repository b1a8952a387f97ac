import { Outlet, createRootRouteWithContext } from "@tanstack/react-router";
import headingFont from "#/assets/andika-bold.woff2?url";
import { findVisitor } from "#/features/login/visitor.ts";
import type { RouterContext } from "#/router-context.ts";
import { Document } from "#/shell/document.tsx";
import { useFocusOnHeading } from "#/shell/focus-heading.ts";
import { demandChosenLanguage } from "#/shell/next-page-language.ts";
import { NotFoundPage } from "#/shell/not-found-page.tsx";
import { PortalFrame, preloadUserMenu } from "#/shell/portal-frame.tsx";
import { RootErrorPage } from "#/shell/root-error-page.tsx";
import "#/styles/tokens.css";
import "#/styles/base.css";

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    demandChosenLanguage(context.cookies, location);
    const visitor = await findVisitor(context);
    if (visitor.is === "known") await preloadUserMenu();
    return { visitor };
  },
  head: ({ match }) => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1" },
      { name: "robots", content: "noindex" },
      { name: "color-scheme", content: "light dark" },
      { title: match.context.settings.productName },
    ],
    links: [
      { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
      { rel: "preload", as: "font", type: "font/woff2", href: headingFont, crossOrigin: "anonymous" },
    ],
  }),
  shellComponent: Document,
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: RootErrorPage,
});

function Root() {
  useFocusOnHeading();
  return (
    <PortalFrame>
      <Outlet />
    </PortalFrame>
  );
}
