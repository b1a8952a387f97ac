import { baseLocale, isLocale, locales } from "@storyport/texts/runtime";
import { build } from "vite";
import type { Plugin } from "vite";

/** The path of a language's manifest below dist/client. */
export function manifestOf(language: string): string {
  return `.vite/manifest.${language}.json`;
}

// Every text reads this constant first. Paraglide's own option wraps the value in a call, so the bundler could drop no language.
const open = "export const experimentalStaticLocale = undefined;";

/**
 * Builds the browser's half for one language, so that a page loads only texts that it shows. Vite's mode names the language. Any other mode
 * ("production") builds the source language, and then each of the others.
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
