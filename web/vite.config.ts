import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { compressAssets } from "./compress-assets.vite.ts";
import { pageAssets } from "./page-assets.vite.ts";

/** `vite build` makes the browser's half in dist/client, `vite build --ssr` then the half the server renders with. */
export default defineConfig(({ isSsrBuild }) => ({
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
    react(),
    pageAssets(),
    compressAssets(),
  ],
  ssr: { noExternal: true, target: "node" },
  build: {
    target: ["chrome111", "edge111", "firefox114", "safari16.4"],
    outDir: isSsrBuild === true ? "dist/server" : "dist/client",
    assetsDir: "assets",
    // What is inlined as data: would be refused by the content security policy of fonts, and sent again on every page.
    assetsInlineLimit: 0,
    copyPublicDir: isSsrBuild !== true,
    emptyOutDir: true,
    manifest: isSsrBuild !== true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild === true ? "src/entry-server.tsx" : "src/entry-client.tsx",
      output: {
        // What every first page needs is one file: it packs better than many, and nothing waits for a second round trip.
        codeSplitting: isSsrBuild === true ? false : { groups: [{ name: "portal", tags: ["$initial"] }] },
      },
    },
  },
}));

/** The router leaves the styles it finds in the head alone when a page wakes up, but its own plugin says no: so this comes after. */
function keepInlineStyles(): Plugin {
  return {
    name: "storyport:keep-inline-styles",
    config: () => ({ define: { "process.env.TSS_INLINE_CSS_ENABLED": '"true"' } }),
  };
}
