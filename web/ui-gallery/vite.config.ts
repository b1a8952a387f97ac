import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The gallery of the design system; never shipped. Run `npx vite --config web/ui-gallery/vite.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: fileURLToPath(new URL("../public", import.meta.url)),
  plugins: [react()],
  server: { host: "127.0.0.1" },
  build: { outDir: fileURLToPath(new URL("../../node_modules/.cache/ui-gallery", import.meta.url)), emptyOutDir: true },
});
