/** The files of the browser's build, in the shape the router's document head asks for. */
import type { createRequestHandler } from "@tanstack/react-router/ssr/server";
import { pageAssets } from "virtual:page-assets";

type ManifestSource = NonNullable<Parameters<typeof createRequestHandler>[0]["getRouterManifest"]>;
type RouterManifest = Awaited<ReturnType<ManifestSource>>;

const everybodys: RouterManifest = {
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

const { __root__: root, ...others } = everybodys.routes;
const accounts: RouterManifest = {
  ...everybodys,
  routes: { ...others, __root__: { ...root, css: [...(root?.css ?? []), ...pageAssets.lateStyles] } },
};

/** With the user menu's styles only where there may be one: without them it would jump, and most who come to log in have none. */
export function routerManifest(hasAccount: boolean): RouterManifest {
  return hasAccount ? accounts : everybodys;
}

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
