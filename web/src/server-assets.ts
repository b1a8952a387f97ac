/** The files of the browser's build, in the shape the router's document head asks for. */
import type { createRequestHandler } from "@tanstack/react-router/ssr/server";
import type { Locale } from "@storyport/texts/runtime";
import { pageAssets } from "virtual:page-assets";
import type { LanguageAssets } from "./page-assets.ts";

type ManifestSource = NonNullable<Parameters<typeof createRequestHandler>[0]["getRouterManifest"]>;
type RouterManifest = Awaited<ReturnType<ManifestSource>>;

interface Manifests {
  everybodys: RouterManifest;
  /** With the user menu: without its styles it would jump, and without its script the page would come alive later. */
  accounts: RouterManifest;
}

const manifests = new Map(Object.entries(pageAssets.languages).map(([language, assets]) => [language, manifestsOf(assets)]));

function manifestsOf(assets: LanguageAssets): Manifests {
  const { __root__: root, ...others } = Object.fromEntries(
    Object.entries(assets.routes).map(([routeId, { scripts, css }]) => [routeId, { preloads: scripts, css }]),
  );
  const scripts = [{ attrs: { type: "module", async: true, src: assets.entry } }];
  const withRoot = (preloads: string[], css: string[]): RouterManifest => ({
    inlineCss: { styles: pageAssets.styles },
    routes: { ...others, __root__: { preloads: [...(root?.preloads ?? []), ...preloads], css: [...(root?.css ?? []), ...css], scripts } },
  });
  return { everybodys: withRoot([], []), accounts: withRoot(assets.menuScripts, assets.lateStyles) };
}

/** The scripts of the page's language. The user menu's only where there may be one: most who come to log in have none. */
export function routerManifest(language: Locale, hasAccount: boolean): RouterManifest {
  const found = manifests.get(language);
  if (found === undefined) throw new Error(`The browser's build lacks the language ${language}.`);
  return hasAccount ? found.accounts : found.everybodys;
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
