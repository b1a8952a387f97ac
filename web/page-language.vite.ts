import { baseLocale, isLocale, locales } from "@storyport/texts/runtime";
import { build } from "vite";
import type { Plugin } from "vite";

/** Where a language's list of files is laid, below dist/client. */
export function manifestOf(language: string): string {
  return `.vite/manifest.${language}.json`;
}

// The texts ask this constant first. Paraglide's own option for it wraps the value in a call, which no bundler can see through.
const open = "export const experimentalStaticLocale = undefined;";

/**
 * The browser's half speaks one language: a page loads no text it will not show. Each language is a build of its own, named by
 * Vite's mode; any other mode ("production") is the source language, and then each of the others.
 */
export function pageLanguage(mode: string): Plugin {
  const language = isLocale(mode) ? mode : baseLocale;
  return {
    name: "storyport:page-language",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    transform: {
      filter: { id: /\/texts\/compiled\/runtime\.js$/ },
      handler(code) {
        if (!code.includes(open)) throw new Error("The compiled texts ask for their language in another way than before.");
        return { code: code.replace(open, `export const experimentalStaticLocale = ${JSON.stringify(language)};`), map: null };
      },
    },
    async writeBundle() {
      if (isLocale(mode)) return;
      for (const other of locales.filter((locale) => locale !== baseLocale)) {
        await build({ mode: other, logLevel: "warn" });
      }
    },
  };
}
