import { baseLocale, isLocale } from "@storyport/texts/runtime";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Rolldown } from "vite";
import path from "node:path";
import { compressAssets } from "./compress-assets.vite.ts";
import { lightEndpoints } from "./contract-endpoints.vite.ts";
import { examples } from "./examples.vite.ts";
import { inlineLimits } from "./inline-limits.vite.ts";
import { pageFiles } from "./page-files.vite.ts";
import { manifestOf, pageLanguage } from "./page-language.vite.ts";
import { publicScreens, screenFiles } from "./public-screens.vite.ts";
import { runbook } from "./runbook.vite.ts";
import { scriptGroups } from "./script-groups.vite.ts";
import { serverAscii } from "./server-ascii.vite.ts";

const screens = await screenFiles();

/**
 * `vite build` makes the browser's half in dist/client, for every language. `vite build --ssr` then makes the server's half with all
 * languages. `vite build --mode fr` makes the browser's half for one language.
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
      // A route's address, guard and loader are in the entry. So its data is requested while its screen's script is still on the way.
      codeSplittingOptions: {
        defaultBehavior: [["component"], ["errorComponent"], ["notFoundComponent"]],
      },
    }),
    pageLanguage(mode),
    lightEndpoints(),
    inlineLimits(),
    react(),
    publicScreens(),
    runbook(),
    examples(),
    pageFiles(),
    compressAssets(),
    serverAscii(),
  ],
  resolve: {
    // React includes this hook. The router's store otherwise bundles a copy for older versions of React.
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  css: { modules: { generateScopedName: scopedName } },
  // Otherwise the server's half has React twice, and renders with the slow one where NODE_ENV is not set.
  define: isSsrBuild === true ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  // The server's half contains the web's libraries, so the server itself needs none of them.
  ssr: { noExternal: true, target: "node" },
  build: {
    // Vite's own default, written out so that an update of Vite drops no browser.
    target: ["chrome111", "edge111", "firefox114", "safari16.4"],
    outDir: isSsrBuild === true ? "dist/server" : "dist/client",
    assetsDir: "assets",
    // The content security policy refuses inlined fonts (data:), and every page would send them again.
    assetsInlineLimit: 0,
    copyPublicDir: isSsrBuild !== true,
    // Each further language adds its files to those of the first.
    emptyOutDir: !isLocale(mode),
    manifest: isSsrBuild !== true && manifestOf(isLocale(mode) ? mode : baseLocale),
    reportCompressedSize: false,
    rolldownOptions: {
      // The server has these already. A second copy of the texts was two thirds of its half.
      external: isSsrBuild === true ? [/^@storyport\/(contract|texts)\//, /^zod\//] : [],
      // The contract uses `z` only to make schemas, so unused schemas can be dropped.
      treeshake: { manualPureFunctions: ["z"] },
      input: isSsrBuild === true ? "src/public/entry-server.tsx" : ["src/public/entry-public.tsx", "src/area/entry-area.tsx"],
      output: isSsrBuild === true ? ofServer : { codeSplitting: { groups: scriptGroups(screens) } },
    },
  },
}));

/**
 * The files have no comments and no white space, because the server keeps their text in memory. The names stay, for the stacks of errors.
 * The file "pages" has all that public pages need. The server never draws the pages behind the login, and so never reads their files.
 * "pages" waits for the file with the picture of the harbour (harbour-picture.tsx), and that file imports React. So React has a file of
 * its own. In "pages" it would make the two files wait for each other.
 */
const ofServer: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// },
      { name: "pages", test: /\/entry-server\.tsx$/ },
    ],
  },
  comments: false,
  minify: { compress: true, mangle: false, codegen: true },
};

/** "skip" of page.module.css -> "page-skip": short, readable, and the same on the server. Style sheets' names are unique. */
function scopedName(name: string, file: string): string {
  return `${path.basename(file, ".module.css")}-${name}`;
}
