import { baseLocale, isLocale } from "@storyport/texts/runtime";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import path from "node:path";
import { compressAssets } from "./compress-assets.vite.ts";
import { lightEndpoints } from "./contract-endpoints.vite.ts";
import { pageFiles } from "./page-files.vite.ts";
import { manifestOf, pageLanguage } from "./page-language.vite.ts";
import { publicScreens } from "./public-screens.vite.ts";
import { scriptGroups } from "./script-groups.vite.ts";

/**
 * `vite build` makes the browser's half in dist/client, for every language; `vite build --ssr` then the half the server renders with,
 * which has them all. `vite build --mode fr` makes the browser's half for one language.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/area/routes",
      generatedRouteTree: "src/area/routeTree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
      // A route brings everything it needs in one piece, its loader too: only its guard and its address are known beforehand.
      codeSplittingOptions: {
        defaultBehavior: [["loader", "component"], ["errorComponent"], ["notFoundComponent"]],
      },
    }),
    pageLanguage(mode),
    lightEndpoints(isSsrBuild === true),
    react(),
    publicScreens(),
    pageFiles(),
    compressAssets(),
  ],
  resolve: {
    // React has it by itself; the store that the router uses still brings a copy for older ones.
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  css: { modules: { generateScopedName: scopedName } },
  ssr: { noExternal: true, target: "node" },
  build: {
    target: ["chrome111", "edge111", "firefox114", "safari16.4"],
    outDir: isSsrBuild === true ? "dist/server" : "dist/client",
    assetsDir: "assets",
    // What is inlined as data: would be refused by the content security policy of fonts, and sent again on every page.
    assetsInlineLimit: 0,
    copyPublicDir: isSsrBuild !== true,
    emptyOutDir: !isLocale(mode),
    manifest: isSsrBuild !== true && manifestOf(isLocale(mode) ? mode : baseLocale),
    reportCompressedSize: false,
    rolldownOptions: {
      // All that the contract does with `z` is to make schemas: one that nobody asks for is left out.
      treeshake: { manualPureFunctions: ["z"] },
      input: isSsrBuild === true ? "src/public/entry-server.tsx" : ["src/public/entry-public.tsx", "src/area/entry-area.tsx"],
      output: { codeSplitting: isSsrBuild === true ? false : { groups: scriptGroups() } },
    },
  },
}));

/** "skip" of page.module.css -> "page-skip": short, readable, and the same on the server. Every style sheet has a name of its own. */
function scopedName(name: string, file: string): string {
  return `${path.basename(file, ".module.css")}-${name}`;
}
