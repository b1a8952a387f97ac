import { baseLocale, isLocale } from "@storyport/texts/runtime";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import path from "node:path";
import type { Plugin } from "vite";
import { compressAssets } from "./compress-assets.vite.ts";
import { lightEndpoints } from "./contract-endpoints.vite.ts";
import { pageAssets } from "./page-assets.vite.ts";
import { manifestOf, pageLanguage } from "./page-language.vite.ts";

/** What every first page needs is one file: it packs better than many, and nothing waits for a second round trip. */
const portal = { name: "portal", tags: ["$initial" as const] };

/** Except for what checks answers, which no first page asks for: it stays apart, even from a module that has a schema among other things. */
const schemas = { name: "schemas", test: /node_modules\/zod\//, priority: 1 };

/**
 * `vite build` makes the browser's half in dist/client, for every language; `vite build --ssr` then the half the server renders with,
 * which has them all. `vite build --mode fr` makes the browser's half for one language.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      quoteStyle: "double",
      semicolons: true,
      // A route brings everything it needs in one piece, its loader too: only its guard and its address are known beforehand.
      codeSplittingOptions: {
        defaultBehavior: [["loader", "component"], ["errorComponent"], ["notFoundComponent"]],
      },
    }),
    keepInlineStyles(),
    pageLanguage(mode),
    lightEndpoints(isSsrBuild === true),
    react(),
    pageAssets(),
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
      input: isSsrBuild === true ? "src/entry-server.tsx" : "src/entry-client.tsx",
      output: {
        codeSplitting: isSsrBuild === true ? false : { groups: [schemas, portal] },
      },
    },
  },
}));

/** "skip" of page.module.css -> "page-skip": short, readable, and the same on the server. Every style sheet has a name of its own. */
function scopedName(name: string, file: string): string {
  return `${path.basename(file, ".module.css")}-${name}`;
}

/** The router leaves the styles it finds in the head alone when a page wakes up, but its own plugin says no: so this comes after. */
function keepInlineStyles(): Plugin {
  return {
    name: "storyport:keep-inline-styles",
    config: () => ({ define: { "process.env.TSS_INLINE_CSS_ENABLED": '"true"' } }),
  };
}
