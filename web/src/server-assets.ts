/** The files of the browser's build, in the shape the router's document head asks for. */
import type { createRequestHandler } from "@tanstack/react-router/ssr/server";
import { pageAssets } from "virtual:page-assets";

type ManifestSource = NonNullable<Parameters<typeof createRequestHandler>[0]["getRouterManifest"]>;
type RouterManifest = Awaited<ReturnType<ManifestSource>>;

export const routerManifest: RouterManifest = {
  inlineCss: { styles: pageAssets.styles },
  routes: Object.fromEntries(
    Object.entries(pageAssets.routes).map(([routeId, { scripts, css }]) => [
      routeId,
      {
        preloads: scripts,
        css,
        ...(routeId === "__root__" && { scripts: [{ attrs: { type: "module", async: true, src: pageAssets.entry } }] }),
      },
    ]),
  ),
};

const inlined = /<style[^>]*>/;

/**
 * The styles of a page are in its head already, but the script loader does not know and would fetch each sheet again before it
 * runs a route. A disabled link of the same address is never fetched and tells the loader that the sheet is there.
 */
export function linkSheets(html: string): string {
  if (!inlined.test(html)) return html;
  const links = Object.entries(pageAssets.styles)
    .filter(([, css]) => html.includes(css))
    .map(([href]) => `<link rel="stylesheet" href="${href}" disabled>`);
  return html.replace("</head>", `${links.join("")}</head>`);
}
